// A complete Krążki client in Java: it plays at random on standard input and output.
//
//     java KrazkiRandom.java                 (or javac KrazkiRandom.java, then java KrazkiRandom: that starts faster)
//
// The server writes lines to our System.in and reads our answers from our System.out. Print nothing else there: notes
// for yourself go to System.err.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public class KrazkiRandom {
    /** A stack's number, and what is left of it. */
    record Move(int stack, String left) {}

    static final Random RANDOM = new Random();

    /** Every legal move: one for each disc of our own colour, which goes with all that lies above it. */
    static List<Move> moves(String[] stacks, char colour) {
        List<Move> found = new ArrayList<>();
        for (int number = 0; number < stacks.length; number++)
            for (int height = 0; height < stacks[number].length(); height++) // discs are written from the bottom up
                if (stacks[number].charAt(height) == colour)
                    found.add(new Move(number, stacks[number].substring(0, height)));
        return found;
    }

    /** Any legal move. This is where your own idea goes. */
    static Move choose(String[] stacks, char colour) {
        List<Move> open = moves(stacks, colour);
        return open.get(RANDOM.nextInt(open.size()));
    }

    /** The stacks of a text such as |cbbcb|bcc|: nothing between two bars is an empty stack. */
    static String[] readStacks(String text) {
        // Without -1, split would drop empty stacks at the end.
        return text.substring(1, text.length() - 1).split("\\|", -1);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader server = new BufferedReader(new InputStreamReader(System.in));
        char colour = 'b';
        String[] stacks = {};
        for (String line = server.readLine(); line != null; line = server.readLine()) {
            String[] words = line.trim().split(" ");
            if (words[0].equals("200")) { // the game begins: our colour (b or c) and the stacks
                colour = words[1].charAt(0);
                stacks = readStacks(words[2]);
            } else if (words[0].equals("220")) { // the opponent's move; no third word: nothing is left of the stack
                stacks[Integer.parseInt(words[1])] = words.length > 2 ? words[2] : "";
            } else { // 230 and above: the game is over
                return;
            }
            Move move = choose(stacks, colour);
            stacks[move.stack()] = move.left();
            System.out.println(("210 " + move.stack() + " " + move.left()).trim());
            System.out.flush(); // an answer that stays in our own buffer is no answer
        }
        System.exit(1); // the server is gone and has not said how the game ended
    }
}
