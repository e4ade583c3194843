"""The sentences of the Othello document that scenarios check, with their translation."""

from __future__ import annotations

from stolik.check.scenario import Quote

DOCUMENT = "Semestrální práce z KIV/UPS: Síťová hra - Othello"
_TASK = "1 Zadání"
_RULES = "2.1 Pravidla hry"
_FORMAT = "3.1 Formát zpráv"
_CLIENT = "3.2 Zprávy posílané klientem"
_SERVER = "3.3 Zprávy posílané serverem"
_LIMITS = "3.4 Omezení a validace hodnot ve zprávách"
_LOBBY = "5.2.3 Lobby"
_GAME = "5.2.4 Hra"


def _quote(heading: str, text: str, english: str) -> Quote:
    return Quote(text, heading, {"en": english})


ROBUST = _quote(
    _TASK,
    "Aplikace musí být robustní a zvládat obsluhovat několik uživatelů v jednu chvíli.",
    "The application must be robust and able to serve several users at the same time.",
)
UNEXPECTED = _quote(
    "6 Závěr",
    "Obě části aplikace (klient i server) zvládají bezproblémový běh i při příjmu nevalidních hodnot, nepadají a není "
    "třeba je restartovat.",
    "Both parts of the application (client and server) run without problems even when they receive invalid values, do "
    "not crash and need not be restarted.",
)
TCP = _quote(
    _TASK,
    "Cílem úlohy je vytvořit síťovou aplikaci představující hru, pro nejméně dva hráče a to za použití TCP protokolu.",
    "The task is to make a network application that is a game for at least two players, by TCP. (TCP is a stream of "
    "bytes: it may split and join messages.)",
)
BLACK_FIRST = _quote(
    _RULES,
    "Hru oproti běžnému úzu jako například v šachovém turnaji, zahajuje v Othellu hráč s černými kameny. Hráči se "
    "následně v tazích střídají.",
    "In Othello, unlike in a chess tournament, the player with the black discs begins. Then the players take turns.",
)
LEGAL = _quote(
    _RULES,
    "Hráč musí táhnout tak, aby otočil alespoň jeden soupeřův kámen.",
    "A player must move so that at least one disc of the opponent is flipped.",
)
PASS = _quote(
    _RULES,
    "Není-li žádný tah možný, jeho tah je přeskóčen a pokračuje soupeř.",
    "If no move is possible, the player's turn is skipped and the opponent goes on.",
)
GAME_ENDS = _quote(
    _RULES,
    "Hra končí, když je zaplněno všech 64 polí nebo když ani jeden z hráčů nemůže táhnout.",
    "The game ends when all 64 squares are filled, or when neither player can move.",
)
PREFIXES = _quote(
    _FORMAT,
    "Prefix C označuje zprávy zasílené klientem a prefix S naopak zprávy zasílané serverem.",
    "The prefix C marks messages sent by a client, and the prefix S those sent by the server.",
)
LINES = _quote(
    _FORMAT,
    'Zpráva je vždy ukončena znakem nové řáky ("\\n"). Jednotlivé části zprávy jsou odděleny vlnovkou ("~").',
    'A message always ends with a new line ("\\n"). The parts of a message are separated by a tilde ("~").',
)
CNAME = _quote(
    f"{_CLIENT}, CNAME",
    "CNAME~<jméno> - Slouží pro přihlášení uživatele",
    "CNAME~<name>: the user logs in.",
)
CPING = _quote(
    f"{_CLIENT}, CPING",
    "Jednoduchá zpráva dotazující se na dostupnost serveru. Na základě odpovědi klient ví zda ztratil spojení se "
    "serverem",
    "A simple message that asks whether the server can be reached. By the answer the client knows whether it has lost "
    "the connection to the server.",
)
CMOV = _quote(
    f"{_CLIENT}, CMOV",
    "CMOV~<x>~<y> - Slouží pro provedení tahu (MOVE)",
    "CMOV~<x>~<y>: makes a move.",
)
CREQ = _quote(
    f"{_CLIENT}, CREQ",
    "Umožňuje vyzvat protihráče ke hře",
    "Invites an opponent to a game.",
)
CRES = _quote(
    f"{_CLIENT}, CRES",
    "Slouží pro přijmutí, či zamítnutí pozvánky ke hře",
    "Accepts or declines an invitation to a game.",
)
YES_NO = _quote(
    f"{_CLIENT}, CRES",
    "<YES/NO> = odpověď YES = přijmout, NO = odmítnout pozvánku",
    "<YES/NO> = the answer; YES = accept, NO = decline the invitation.",
)
CREQC = _quote(
    f"{_CLIENT}, CREQC",
    "Zruší odeslanou pozvánku ke hře",
    "Takes back an invitation to a game that was sent.",
)
CENDGAME = _quote(
    f"{_CLIENT}, CENDGAME",
    "CENDGAME - Slouží pro předčasné ukončení hry",
    "CENDGAME: ends the game before its end.",
)
CEXIT = _quote(
    f"{_CLIENT}, CEXIT",
    "Slouží pro ukončení spojení hráče se serverem (hráč ukončil program)",
    "Ends the player's connection to the server (the player has ended the program).",
)
SADDP = _quote(
    f"{_SERVER}, SADDP",
    "Slouží pro přidání klienta do lobby",
    "Adds a client to the lobby.",
)
SDELP = _quote(
    f"{_SERVER}, SDELP",
    "Slouží pro odstranění hráče ze seznamu v lobby",
    "Removes a player from the list in the lobby.",
)
SUPS = _quote(
    f"{_SERVER}, SUPS",
    "READY = je v lobby a volný, je možné jej pozvat do hry. BUSY = obdržel pozvánku nebo aktuálně hraje. Takového "
    "hráče není možné pozvat.",
    "READY = is in the lobby and free, and can be invited. BUSY = has received an invitation or is playing. Such a "
    "player cannot be invited.",
)
SREQC = _quote(
    f"{_SERVER}, SREQC",
    "Slouží pro zrušení pozvánky do hry",
    "Takes back an invitation to a game.",
)
SPONG = _quote(
    f"{_SERVER}, SPONG",
    "Opozvěď na uživatelský dotaz CPING, díky tomu server i klient ví, že mezi sebou mají stabilní spojení",
    "The answer to the user's CPING; by it the server and the client know that their connection is stable.",
)
SSTARTG = _quote(
    f"{_SERVER}, SSTARTG",
    "Informuje hráče o spuštění hry a tím začíná hru samotnou",
    "Tells a player that the game starts, and so begins the game.",
)
SGAMEEC = _quote(
    f"{_SERVER}, SGAMEEC",
    "Slouží pro předčasné ukončení hry. Ať už v případě odchodu hráče nebo na popud hráčů samotných",
    "Ends the game before its end, because a player has left or because the players want it.",
)
SGAMEI = _quote(
    f"{_SERVER}, SGAMEI",
    "Slouží pro zaslání informace do hry klienta",
    "Sends information to the client's game.",
)
SRECOV = _quote(
    f"{_SERVER}, SRECOV",
    "<hráč_na_tahu> - 1, pokud je bílý hráč na tahu; 0, pokud černý",
    "SRECOV~<board>~<player to move>~<host or guest>: 1 if the white player is to move, 0 if the black one.",
)
UNKNOWN_PREFIX = _quote(
    _LIMITS,
    "Server validuje prefix zpráv. Pokud je prefix nerozpoznaný, server dále zprávu nezpracovává.",
    "The server checks the prefix of messages. If the prefix is not known, the server does not process the message.",
)
WRONG = _quote(
    _LIMITS,
    "V případě, že na server dorazí zpráva v nekorektním formátu či v nesprávném stavu, server klienta odpojí.",
    "If a message comes to the server in an incorrect format or in the wrong state, the server disconnects the client.",
)
PINGS = _quote(
    "4.1 Klient",
    "Hlavní vlákno se stará o obsluhu programu, přijímání a odesílání zpráv a zobrazování grafických komponent a druhé "
    "vlákno slouží pro kontrolu dostupnosti serveru zasíláním průběžných ping zpráv.",
    "The main thread runs the program, receives and sends messages and shows the graphics; the second thread checks "
    "that the server can be reached, by ping messages that it sends all the time.",
)
RETURN = _quote(
    "4.1 Klient",
    "Server pak automaticky nalezne ve které hře se hráč nachází a v jakém stavu a klienta znovu okamžitě připojí.",
    "The server then finds in which game the player is and in what state, and connects the client again at once.",
)
NO_RETURN = _quote(
    "4.1 Klient",
    "Pokud tak hráč neučiní do 60 sekund, bude hra ukončena stejně, jako by se jednalo o přirozený průběh hry, tedy "
    "sečte se skóre a vyhodnotí výherce a zbývajícím hráč ve hře bude přenesen zpět do lobby.",
    "If the player does not do so in 60 seconds, the game is ended as if it had come to its end: the score is counted, "
    "the winner is named, and the player who stayed is taken back to the lobby.",
)
BOTH_GONE = _quote(
    "4.1 Klient",
    "Pokud se během času na připojení odpojí i druhý hráč, je hra kompletně ukončena a odstraněna.",
    "If the second player leaves during that time as well, the game is ended completely and removed.",
)
CHECKS_MOVES = _quote(
    "4.2 Server",
    "Uchovává si informace o hráčích, hře, stavu a kontroluje možné tahy.",
    "(The module Othello of the server) keeps what is known of the players, the game and its state, and checks which "
    "moves are possible.",
)
ASKS = _quote(
    "5.1.1 Server",
    "Po spuštění serveru je klient proveden úvodním nastavením, kde je postupně dotázán na zadání portu, pod kterým "
    "chce aby byl server spuštěn a na maximální počet klientů, který může být na serveru v jednu chvíli připojen.",
    "When the server starts, the user is asked first for the port on which it has to run, and then for the largest "
    "number of clients that may be connected at a time.",
)
ONE_WORD = _quote(
    "5.2.2 Připojení na server",
    "Jméno nesmí být prázdné a musí se jednat o jedno slovo.",
    "The name must not be empty, and must be one word.",
)
IPV4 = _quote(
    "5.2.2 Připojení na server",
    "Do pole Host address uživatel zadává IPv4 adresu serveru v běžném formátu čtyř desítkových čísel oddělených "
    "tečkou.",
    "In the field Host address the user gives the server's IPv4 address, four decimal numbers separated by dots.",
)
LIST = _quote(
    _LOBBY,
    "V něm vidí uživatel seznam všech hráčů připojených na server a také jejich stav.",
    "There the user sees the list of all players that are connected to the server, and their state.",
)
INVITE = _quote(
    _LOBBY,
    "Kliknutím na jméno kteréhokoliv připraveného hráče může uživatel odeslat pozvánku a tím vyzvat protihráče ke hře. "
    "Následně čeká na jeho odpověď.",
    "With a click on the name of any player who is ready the user can send an invitation. Then the user waits for the "
    "answer.",
)
ACCEPTED = _quote(
    _LOBBY,
    "Pokud protihráč pozvánku přijal, jsou oba hráči přeneseni do hry. V opačném případě zůstávají v lobby.",
    "If the opponent has accepted, both players are taken to the game. Otherwise they stay in the lobby.",
)
LEAVES_LOBBY = _quote(
    _LOBBY,
    "Z lobby může kdykoliv uživatel odejít, a tím se i odpojit od serveru",
    "The user can leave the lobby at any time, and with it the server.",
)
TURNS = _quote(
    _GAME,
    "Hra probíhá dle pravidel popsaných v kapitole 2.1. Hráči se postupně střídají v pokládání kamenů na hrací plochu.",
    "The game is played by the rules of chapter 2.1. The players take turns in putting discs on the board.",
)
LOST_IS_TOLD = _quote(
    _GAME,
    "V takovém případě je protihráč o tomto stavu informován a hráč který ztratil spojení má 60 sekund na to se znovu "
    "připojit.",
    "Then the opponent is told of it, and the player who lost the connection has 60 seconds to connect again.",
)
COMES_BACK = _quote(
    _GAME,
    "Klient se pokusí hráče který ztratil spojení připojit automaticky.",
    "The client tries to connect a player who has lost the connection again by itself.",
)
TOLD = _quote(
    _GAME,
    "Hráči jsou v průběhu a na konci hry informováni o aktuálním stavu (přeskočení tahů apod.).",
    "During the game and at its end the players are told of its state (skipped turns and so on).",
)
BACK_TO_LOBBY = _quote(
    _GAME,
    "Na konci hry, po oznámení vítěze, jsou hráči přeneseni zpět do lobby, kde mohou opět vyzvat kteréhokoliv "
    "připojeného hráče k další hře.",
    "At the end of the game, when the winner was announced, the players are taken back to the lobby, where they can "
    "invite any connected player to another game.",
)
