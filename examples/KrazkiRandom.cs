// A complete Krążki client in C#: it plays at random on standard input and output.
//
//     dotnet new console -o KrazkiRandom, put this file in place of Program.cs, then dotnet build
//
// The server writes lines to our input and reads our answers from our output. Write nothing else there: notes for
// yourself go to Console.Error.
using System;
using System.Collections.Generic;

public static class KrazkiRandom
{
    static readonly Random Generator = new Random();

    // Every legal move, as a stack's number and what is left of it: one for each disc of our own colour, which goes
    // with all that lies above it.
    static List<KeyValuePair<int, string>> Moves(string[] stacks, char colour)
    {
        var found = new List<KeyValuePair<int, string>>();
        for (int number = 0; number < stacks.Length; number++)
            for (int height = 0; height < stacks[number].Length; height++) // discs are written from the bottom up
                if (stacks[number][height] == colour)
                    found.Add(new KeyValuePair<int, string>(number, stacks[number].Substring(0, height)));
        return found;
    }

    // Any legal move. This is where your own idea goes.
    static KeyValuePair<int, string> Choose(string[] stacks, char colour)
    {
        var open = Moves(stacks, colour);
        return open[Generator.Next(open.Count)];
    }

    public static int Main()
    {
        char colour = 'b';
        string[] stacks = new string[0];
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            string[] words = line.Trim().Split(' ');
            if (words[0] == "200") // the game begins: our colour (b or c) and the stacks, such as |cbbcb|bcc|
            {
                colour = words[1][0];
                // Nothing between two bars is an empty stack.
                stacks = words[2].Substring(1, words[2].Length - 2).Split('|');
            }
            else if (words[0] == "220") // the opponent's move; no third word: nothing is left of the stack
            {
                stacks[int.Parse(words[1])] = words.Length > 2 ? words[2] : "";
            }
            else // 230 and above: the game is over
            {
                return 0;
            }
            var move = Choose(stacks, colour);
            stacks[move.Key] = move.Value;
            // The end is "\n" on every system, and the flush sends the answer before our time runs out.
            Console.Out.Write(("210 " + move.Key + " " + move.Value).Trim() + "\n");
            Console.Out.Flush();
        }
        return 1; // the server is gone and has not said how the game ended
    }
}
