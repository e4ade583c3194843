import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A server of Kierki as a student may write it in Java: a thread for each client.
 *
 * It is right, unless "--fault NAME" comes first: then it has one fault that students make. A test checks each.
 *   read-line   BufferedReader.readLine() takes LF alone for the end of a message
 *   parse-int   Integer.parseInt() takes "+5" and "05"
 *   pool        a pool of four threads serves the clients: nobody reads what a fifth one says
 *   no-flush    only a question is flushed: all else waits in a buffer
 *   println     messages end with LF alone, as println() writes them
 *   hand-left   who comes back hears of the cards that are left, not of all 13
 */
public class KierkiSerwer {
    private static final int LONGEST_LINE = 100;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS");
    private static final Set<String> faults = new java.util.HashSet<>();

    private final List<Deal> deals;
    private final long timeout;
    private final Client[] seats = new Client[4];
    private final int[] totals = new int[4];
    private boolean hasBegun;
    private long askAt = Long.MAX_VALUE;

    KierkiSerwer(List<Deal> deals, long timeout) {
        this.deals = deals;
        this.timeout = timeout;
    }

    static boolean hasFault(String name) {
        return faults.contains(name);
    }

    /** A connection; its thread reads messages until the end. */
    private class Client implements Runnable {
        final Socket socket;
        final OutputStream out;
        final String here;
        final String there;
        int seat = -1;
        private BufferedReader reader;

        Client(Socket socket) throws IOException {
            this.socket = socket;
            out = new BufferedOutputStream(socket.getOutputStream());
            here = name(socket.getLocalAddress(), socket.getLocalPort());
            there = name(socket.getInetAddress(), socket.getPort());
        }

        public void run() {
            long deadline = System.currentTimeMillis() + timeout;
            try (socket) {
                InputStream in = new BufferedInputStream(socket.getInputStream());
                if (hasFault("read-line")) reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
                String text = readMessage(in, deadline);
                if (text == null || !greeted(this, text)) return;
                while ((text = readMessage(in, 0)) != null) heard(this, text);
            } catch (IOException left) {
                // The connection has ended: the same as a client that leaves.
            } finally {
                gone(this);
            }
        }

        /** The next message, or null at the end; `deadline` is when it is too late, 0 for never. */
        private String readMessage(InputStream in, long deadline) throws IOException {
            StringBuilder line = new StringBuilder();
            if (reader != null) {
                socket.setSoTimeout(deadline == 0 ? 0 : (int) timeout);
                return report(there, here, reader.readLine());
            }
            char last = 0;
            while (true) {
                if (deadline > 0) socket.setSoTimeout((int) Math.max(1, deadline - System.currentTimeMillis()));
                else if (line.length() == 0) socket.setSoTimeout(0);
                int got = in.read();
                if (got < 0 || (deadline > 0 && System.currentTimeMillis() > deadline)) return null;
                if (got == '\n' && last == '\r') return report(there, here, line.substring(0, line.length() - 1));
                last = (char) got;
                if (line.length() < LONGEST_LINE || last == '\r') line.append(last);
                if (line.length() >= 2 * LONGEST_LINE) line.setLength(LONGEST_LINE);
                if (deadline > 0 && line.length() >= LONGEST_LINE) return null;
            }
        }

        void send(String text) {
            report(here, there, text);
            try {
                out.write((text + (hasFault("println") ? "\n" : "\r\n")).getBytes(StandardCharsets.ISO_8859_1));
                if (text.startsWith("TRICK") || !hasFault("no-flush")) out.flush();
            } catch (IOException left) {
                // Its own thread will see that it has left.
            }
        }
    }

    private static String name(InetAddress address, int port) {
        return address.getHostAddress() + ":" + port;
    }

    private static synchronized String report(String from, String to, String text) {
        if (text != null) {
            System.out.print("[" + from + "," + to + "," + LocalDateTime.now().format(TIME) + "] " + text + "\r\n");
            System.out.flush();
        }
        return text;
    }

    /** The first message of a client; returns whether it has got a seat. */
    private synchronized boolean greeted(Client client, String text) {
        if (!text.matches("IAM[NESW]")) return false;
        int seat = Deal.SEATS.indexOf(text.charAt(3));
        if (seats[seat] != null) {
            StringBuilder busy = new StringBuilder("BUSY");
            for (int one = 0; one < 4; one++) if (seats[one] != null) busy.append(Deal.SEATS.charAt(one));
            client.send(busy.toString());
            return false;
        }
        client.seat = seat;
        seats[seat] = client;
        if (hasBegun) {
            Deal deal = deals.get(0);
            client.send(deal.text(seat, hasFault("hand-left") ? deal.hands : deal.dealt));
            for (String line : deal.taken) client.send(line);
        }
        if (isFull() && !hasBegun) beginDeal();
        else if (isFull()) ask();
        return true;
    }

    private synchronized void gone(Client client) {
        if (client.seat < 0 || seats[client.seat] != client) return;
        seats[client.seat] = null;
        askAt = Long.MAX_VALUE;
    }

    private boolean isFull() {
        for (Client client : seats) if (client == null) return false;
        return true;
    }

    private void beginDeal() {
        hasBegun = true;
        for (int seat = 0; seat < 4; seat++) seats[seat].send(deals.get(0).text(seat, deals.get(0).dealt));
        ask();
    }

    private void ask() {
        Deal deal = deals.get(0);
        askAt = System.currentTimeMillis() + timeout;
        seats[deal.turn()].send("TRICK" + deal.number() + String.join("", deal.table));
        notifyAll();
    }

    private synchronized void heard(Client client, String text) {
        if (deals.isEmpty()) return;
        Deal deal = deals.get(0);
        boolean isAsked = hasBegun && isFull() && client.seat == deal.turn();
        String card = isAsked ? deal.cardOf(text) : null;
        if (card == null) {
            client.send("WRONG" + deal.number());
            return;
        }
        String taken = deal.put(card);
        if (taken != null) tell(taken);
        if (deal.number() > 13) endDeal();
        else ask();
    }

    private void endDeal() {
        Deal deal = deals.remove(0);
        StringBuilder score = new StringBuilder("SCORE"), total = new StringBuilder("TOTAL");
        for (int seat = 0; seat < 4; seat++) {
            totals[seat] += deal.points[seat];
            score.append(Deal.SEATS.charAt(seat)).append(deal.points[seat]);
            total.append(Deal.SEATS.charAt(seat)).append(totals[seat]);
        }
        tell(score.toString());
        tell(total.toString());
        askAt = Long.MAX_VALUE;
        if (deals.isEmpty()) notifyAll();
        else beginDeal();
    }

    private void tell(String text) {
        for (Client client : seats) client.send(text);
    }

    /** Repeats questions until the match is over, and disconnects everybody. */
    private synchronized void play() throws InterruptedException, IOException {
        while (!deals.isEmpty()) {
            long left = askAt - System.currentTimeMillis();
            if (left <= 0) ask();
            else wait(askAt == Long.MAX_VALUE ? 0 : left);
        }
        for (Client client : seats) if (client != null) client.socket.close();
    }

    private void accept(ServerSocket listening) {
        ExecutorService pool = hasFault("pool") ? Executors.newFixedThreadPool(4) : Executors.newCachedThreadPool();
        while (true) {
            try {
                pool.execute(new Client(listening.accept()));
            } catch (IOException left) {
                // A client that has left before it was accepted.
            }
        }
    }

    private static long number(String text, long least, long most) {
        long number = text.matches("[0-9]{1,9}") ? Long.parseLong(text) : -1;
        if (number < least || number > most) throw new IllegalArgumentException("wrong number: " + text);
        return number;
    }

    private static Map<String, String> parameters(String[] words, int from) {
        Map<String, String> found = new HashMap<>(Map.of("-p", "0", "-t", "5"));
        for (int at = from; at < words.length; at += 2) {
            if (!Set.of("-p", "-f", "-t").contains(words[at]) || at + 1 == words.length)
                throw new IllegalArgumentException("wrong parameter: " + words[at]);
            found.put(words[at], words[at + 1]);
        }
        if (!found.containsKey("-f")) throw new IllegalArgumentException("-f is missing");
        return found;
    }

    public static void main(String[] words) throws InterruptedException {
        boolean isFaulty = words.length > 1 && words[0].equals("--fault");
        if (isFaulty) faults.add(words[1]);
        try {
            Map<String, String> found = parameters(words, isFaulty ? 2 : 0);
            int port = (int) number(found.get("-p"), 0, 65535);
            long timeout = 1000 * number(found.get("-t"), 1, 1_000_000);
            List<String> lines = Files.readAllLines(Path.of(found.get("-f")));
            List<Deal> deals = new ArrayList<>();
            for (int at = 0; at + 5 <= lines.size(); at += 5) deals.add(new Deal(lines.subList(at, at + 5)));
            KierkiSerwer server = new KierkiSerwer(deals, timeout);
            ServerSocket listening = new ServerSocket(port, 128);
            Thread stopped = new Thread(() -> Runtime.getRuntime().halt(1));
            Runtime.getRuntime().addShutdownHook(stopped);
            Thread accepting = new Thread(() -> server.accept(listening));
            accepting.setDaemon(true);
            accepting.start();
            server.play();
            Runtime.getRuntime().halt(0);
        } catch (IOException | IllegalArgumentException error) {
            System.err.println(error);
            Runtime.getRuntime().halt(1);
        }
    }
}
