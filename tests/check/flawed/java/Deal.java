import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One deal by the rules: its definition, and what was played. */
class Deal {
    static final String SEATS = "NESW";
    private static final String RANKS = "23456789XJQKA";
    private static final Pattern CARD = Pattern.compile("(10|[2-9JQKA])[CDHS]");
    private static final Pattern ANSWER = Pattern.compile("TRICK(.*?)((10|[2-9JQKA])[CDHS])");

    final int kind;
    final int first;
    final List<List<String>> dealt = new ArrayList<>();
    final List<List<String>> hands = new ArrayList<>();
    final List<String> taken = new ArrayList<>();
    final int[] points = new int[4];
    List<String> table = new ArrayList<>();
    private int leader;

    Deal(List<String> lines) {
        kind = lines.get(0).charAt(0) - '0';
        first = leader = SEATS.indexOf(lines.get(0).charAt(1));
        for (String line : lines.subList(1, 5)) {
            List<String> hand = new ArrayList<>();
            for (Matcher found = CARD.matcher(line); found.find();) hand.add(found.group());
            dealt.add(hand);
            hands.add(new ArrayList<>(hand));
        }
    }

    int number() {
        return taken.size() + 1;
    }

    int turn() {
        return (leader + table.size()) % 4;
    }

    /** DEAL for a seat. */
    String text(int seat, List<List<String>> cards) {
        return "DEAL" + kind + SEATS.charAt(first) + String.join("", cards.get(seat));
    }

    /** The card of an answer to TRICK if it may be played, or null. */
    String cardOf(String text) {
        Matcher found = ANSWER.matcher(text);
        if (!found.matches() || !isThisTrick(found.group(1))) return null;
        String card = found.group(2);
        List<String> hand = hands.get(turn());
        if (!hand.contains(card)) return null;
        char led = suit(table.isEmpty() ? card : table.get(0));
        return suit(card) == led || hand.stream().allMatch(one -> suit(one) != led) ? card : null;
    }

    private boolean isThisTrick(String text) {
        // The fault: "+5" and "05" are numbers to parseInt.
        if (KierkiSerwer.hasFault("parse-int") && text.matches("[+]?[0-9]{1,9}")) return Integer.parseInt(text) == number();
        return text.equals(String.valueOf(number()));
    }

    /** Puts a card on the table; returns TAKEN when it is the fourth, otherwise null. */
    String put(String card) {
        hands.get(turn()).remove(card);
        table.add(card);
        if (table.size() < 4) return null;
        int best = 0;
        for (int one = 1; one < 4; one++)
            if (suit(table.get(one)) == suit(table.get(best)) && rank(table.get(one)) > rank(table.get(best))) best = one;
        int number = number();
        leader = (leader + best) % 4;
        for (int one = 1; one <= 6; one++) if (kind == one || kind == 7) points[leader] += cost(one, number);
        taken.add("TAKEN" + number + String.join("", table) + SEATS.charAt(leader));
        table = new ArrayList<>();
        return taken.get(number - 1);
    }

    private int cost(int of, int number) {
        if (of == 1) return 1;
        if (of == 6) return number == 7 || number == 13 ? 10 : 0;
        int sum = 0;
        for (String card : table) {
            char value = card.charAt(0);
            if (of == 2 && suit(card) == 'H') sum += 1;
            if (of == 3 && value == 'Q') sum += 5;
            if (of == 4 && (value == 'J' || value == 'K')) sum += 2;
            if (of == 5 && card.equals("KH")) sum += 18;
        }
        return sum;
    }

    private static char suit(String card) {
        return card.charAt(card.length() - 1);
    }

    private static int rank(String card) {
        return RANKS.indexOf(card.startsWith("10") ? 'X' : card.charAt(0));
    }
}
