"""The sentences of the Kierki document that scenarios check, with their translation."""

from __future__ import annotations

from stolik.check.scenario import Quote

DOCUMENT = "Kierki, zadanie zaliczeniowe: serwer i klient gry w kierki"
_PROTOCOL = "Protokół komunikacyjny"
_SERVER = "Parametry wywołania serwera"
_CLIENT = "Parametry wywołania klienta"
_RULES = "Zasady gry"
_NEEDS = "Wymagania funkcjonalne"
_REPORT = "Format raportu z rozgrywki"
_FILE = "Format pliku definiującego rozgrywkę"
_PERSON = "Komunikacja klienta z użytkownikiem"


def _quote(heading: str, text: str, english: str) -> Quote:
    return Quote(text, heading, {"en": english})


ANY_ORDER = _quote(
    _SERVER,
    "Parametry wywołania serwera mogą być podawane w dowolnej kolejności.",
    "The server's parameters can be given in any order.",
)
TWICE = _quote(
    _SERVER,
    "Jeśli parametr został podany więcej niż raz, to obowiązuje jego pierwsze lub ostatnie wystąpienie na liście "
    "parametrów.",
    "If a parameter is given more than once, its first or its last occurrence counts.",
)
PORT = _quote(
    f"{_SERVER}, −p",
    "Określa numer portu, na którym ma nasłuchiwać serwer. Parametr jest opcjonalny. Jeśli nie został podany lub ma "
    "wartość zero, to wybór numeru portu należy scedować na wywołanie funkcji bind.",
    "Gives the number of the port that the server listens on. It is optional. If it is not given, or is zero, the "
    "choice of the port is left to bind.",
)
FILE = _quote(
    f"{_SERVER}, −f",
    "Określa nazwę pliku zawierającego definicję rozgrywki. Parametr jest obowiązkowy.",
    "Gives the name of the file that defines the match. The parameter is required.",
)
TIMEOUT = _quote(
    f"{_SERVER}, −t",
    "Określa maksymalny czas w sekundach oczekiwania serwera. Jest to liczba dodatnia. Parametr jest opcjonalny. Jeśli "
    "nie podano tego parametru, czas ten wynosi 5 sekund.",
    "Gives the longest time in seconds that the server waits. It is a positive number. It is optional; if it is not "
    "given, the time is 5 seconds.",
)
CHECK_PARAMETERS = _quote(
    _NEEDS,
    "Programy powinny dokładnie sprawdzać poprawność parametrów wywołania. Programy powinny wypisywać zrozumiałe "
    "komunikaty o błędach na standardowe wyjście diagnostyczne.",
    "The programs should check their parameters thoroughly. They should print clear error messages on standard error.",
)
EXIT = _quote(
    _NEEDS,
    "Programy kończą się kodem 0, jeśli rozgrywka przebiegła do końca, a w przeciwnym przypadku kodem 1.",
    "The programs end with code 0 if the match was played to its end, and otherwise with code 1.",
)
HONEST = _quote(
    _NEEDS,
    "Natomiast klienty nie muszą być uczciwe. Serwer powinien dokładnie sprawdzać, czy klienty spełniają zasady gry.",
    "Clients, however, need not be honest. The server should check thoroughly that clients keep the rules of the game.",
)
FORMAT = _quote(
    _PROTOCOL,
    r"Komunikaty są napisami ASCII zakończonymi sekwencją `\r\n`. Oprócz tej sekwencji w komunikatach nie ma innych "
    "białych znaków.",
    r"Messages are ASCII strings that end with `\r\n`. Apart from that, there is no white space in messages.",
)
TCP = _quote(
    _PROTOCOL,
    "Serwer i klient komunikują się za pomocą TCP.",
    "The server and the client communicate by TCP. (TCP is a stream of bytes: it may split and join messages.)",
)
IAM = _quote(
    f"{_PROTOCOL}, IAM",
    "Komunikat wysyłany przez klienta do serwera po nawiązaniu połączenia. Informuje, które miejsce przy stole chce "
    "zająć "
    "klient.",
    "A message from the client to the server after it has connected. It says which seat the client wants.",
)
IAM_LATE = _quote(
    f"{_PROTOCOL}, IAM",
    "Jeśli klient nie przyśle takiego komunikatu w czasie timeout, serwer zamyka połączenie z tym klientem.",
    "If the client does not send this message within timeout, the server closes the connection with this client.",
)
IAM_WRONG = _quote(
    f"{_PROTOCOL}, IAM",
    "W ten sposób serwer traktuje również klienta, który po nawiązaniu połączenia przysłał błędny komunikat.",
    "The server does the same to a client that sent a wrong message after it had connected.",
)
BUSY = _quote(
    f"{_PROTOCOL}, BUSY",
    "Komunikat wysyłany przez serwer do klienta, jeśli wybrane miejsce przy stole jest już zajęte. Jednocześnie "
    "informuje go, które miejsca przy stole są zajęte. Po wysłaniu tego komunikatu serwer zamyka połączenie z "
    "klientem.",
    "Sent by the server to the client if the seat that it chose is taken already. It also says which seats are taken. "
    "After this message the server closes the connection with the client.",
)
BUSY_GAME = _quote(
    f"{_PROTOCOL}, BUSY",
    "W ten sposób serwer traktuje również klienta, który próbuje podłączyć się do trwającej rozgrywki.",
    "The server does the same to a client that tries to join a match that is being played.",
)
DEAL = _quote(
    f"{_PROTOCOL}, DEAL",
    "Komunikat wysyłany przez serwer do klientów po zebraniu się czterech klientów. Informuje o rozpoczęciu rozdania. "
    "Lista zawiera 13 kart, które klient dostaje w tym rozdaniu.",
    "Sent by the server to the clients when four clients have come. It says that a deal begins. The list has the 13 "
    "cards "
    "that the client gets in this deal.",
)
TRICK = _quote(
    f"{_PROTOCOL}, TRICK",
    "Komunikat wysyłany przez serwer do klienta z prośbą o położenie karty na stole. Lista kart zawiera od zera do "
    "trzech "
    "kart aktualnie leżących na stole.",
    "Sent by the server to a client to ask for a card. The list has the zero to three cards that lie on the table.",
)
TRICK_AGAIN = _quote(
    f"{_PROTOCOL}, TRICK",
    "Jeśli klient nie odpowie w czasie timeout, to serwer ponawia prośbę.",
    "If the client does not answer within timeout, the server asks again.",
)
CARD = _quote(
    f"{_PROTOCOL}, TRICK",
    "Komunikat wysyłany przez klienta do serwera z kartą, którą klient kładzie na stole (lista kart zawiera wtedy "
    "jedną "
    "kartę).",
    "Sent by the client to the server with the card that it puts on the table (the list then has one card).",
)
WRONG = _quote(
    f"{_PROTOCOL}, WRONG",
    "Komunikat wysyłany przez serwer do klienta, który przysłał błędny komunikat w odpowiedzi na komunikat TRICK.",
    "Sent by the server to a client that sent a wrong message in answer to TRICK.",
)
WRONG_TURN = _quote(
    f"{_PROTOCOL}, WRONG",
    "Wysyłany również wtedy, gdy klient próbuje położyć kartę na stole nieproszony o to.",
    "It is also sent when a client tries to put a card on the table without being asked.",
)
WRONG_IGNORED = _quote(
    f"{_PROTOCOL}, WRONG",
    "Zawartość błędnego komunikatu jest ignorowana przez serwer.",
    "The server ignores the content of the wrong message.",
)
TAKEN = _quote(
    f"{_PROTOCOL}, TAKEN",
    "Komunikat wysyłany przez serwer do klientów. Informuje, który z klientów wziął lewę. Lista kart zawiera cztery "
    "karty "
    "składające się na lewę w kolejności, w jakiej zostały położone na stole.",
    "Sent by the server to the clients. It says which client took the trick. The list has the four cards of the "
    "trick in "
    "the order in which they were put on the table.",
)
SCORE = _quote(
    f"{_PROTOCOL}, SCORE",
    "Komunikat wysyłany przez serwer do klientów po zakończeniu rozdania. Informuje o punktacji w tym rozdaniu.",
    "Sent by the server to the clients after the deal. It gives the points of this deal.",
)
TOTAL = _quote(
    f"{_PROTOCOL}, TOTAL",
    "Komunikat wysyłany przez serwer do klientów po zakończeniu rozdania. Informuje o łącznej punktacji w rozgrywce.",
    "Sent by the server to the clients after the deal. It gives the points of the whole match.",
)
CLIENT_IGNORES = _quote(
    _PROTOCOL,
    "Klient ignoruje błędne komunikaty od serwera.",
    "The client ignores wrong messages from the server.",
)
SERVER_END = _quote(
    _PROTOCOL,
    "Po zakończeniu rozgrywki serwer rozłącza wszystkie klienty i kończy działanie.",
    "After the match the server disconnects all clients and ends.",
)
CLIENT_END = _quote(
    _PROTOCOL,
    "Po rozłączeniu się serwera klient kończy działanie.",
    "When the server has disconnected, the client ends.",
)
SUSPENDED = _quote(
    _PROTOCOL,
    "Jeśli klient rozłączy się w trakcie rozgrywki, to serwer zawiesza rozgrywkę w oczekiwaniu na podłączenie się "
    "klienta "
    "na puste miejsce przy stole.",
    "If a client disconnects during the match, the server suspends the match and waits for a client to take the empty "
    "seat.",
)
RETURN = _quote(
    _PROTOCOL,
    "Po podłączeniu się klienta serwer przekazuje mu stan aktualnego rozdania. Za pomocą komunikatu DEAL przekazuje "
    "karty, "
    "które klient dostał w tym rozdaniu. Za pomocą komunikatów TAKEN przekazuje dotychczas rozegrane lewy. Następnie "
    "serwer wznawia rozgrywkę i wymianę komunikatów TRICK.",
    "When the client has connected, the server gives it the state of the current deal: DEAL gives the cards that the "
    "client got in this deal, TAKEN the tricks played so far. Then the server resumes the match and the TRICK "
    "messages.",
)
FOLLOW = _quote(
    _RULES,
    "Istnieje obowiązek dokładania kart do koloru. Jeśli gracz nie ma karty w wymaganym kolorze, może położyć kartę w "
    "dowolnym innym kolorze.",
    "Players must follow suit. A player who has no card of the suit may put a card of any other suit.",
)
TAKER = _quote(
    _RULES,
    "Gracz, który wyłożył najstarszą kartę w kolorze karty położonej przez gracza wychodzącego, bierze lewę i "
    "wychodzi jako "
    "pierwszy w następnej lewie.",
    "The player who put the highest card of the suit that was led takes the trick and leads the next one.",
)
KINDS = _quote(
    _RULES,
    "Za branie kart otrzymuje się punkty. Wygrywa gracz, który w całej rozgrywce zbierze najmniej punktów. Jest siedem "
    "typów rozdań",
    "Points are given for taking cards. The player with the fewest points in the whole match wins. There are seven "
    "types of deals.",
)
EARLY_END = _quote(
    _RULES,
    "Rozdania nie trzeba rozgrywać do końca – można je przerwać, jeśli już wiadomo, że wszystkie punkty zostały "
    "rozdysponowane.",
    "A deal need not be played to its end: it can be stopped when it is known that all points are given out.",
)
CLOCKWISE = _quote(
    _RULES,
    "Po czym pozostali gracze w kolejności ruchu wskazówek zegara dokładają po jednej swojej karcie.",
    "Then the other players, clockwise, add one card each.",
)
DEFINITION = _quote(
    _FILE,
    "Opisane są w nim po kolei rozdania do rozegrania.",
    "It describes the deals to be played, one after another.",
)
REPORT = _quote(
    _REPORT,
    "Raport z rozgrywki zawiera po kolei wszystkie wysłane i odebrane komunikaty (również te błędne). Komunikat "
    "poprzedza "
    "się, podanymi w nawiasach kwadratowych, adresem IP i numerem portu nadawcy, adresem IP i numerem portu "
    "odbiorcy oraz "
    "czasem odebrania lub wysłania.",
    "The report has all messages that were sent and received, in order (wrong ones too). Before a message stand, in "
    "square brackets, the sender's IP address and port, the receiver's IP address and port, and the time.",
)
CLIENT_ORDER = _quote(
    _CLIENT,
    "Parametry wywołania klienta mogą być podawane w dowolnej kolejności.",
    "The client's parameters can be given in any order.",
)
CLIENT_TWICE = _quote(
    _CLIENT,
    "Jeśli parametr został podany więcej niż raz lub podano sprzeczne parametry, to obowiązuje pierwsze lub ostatnie "
    "wystąpienie takiego parametru na liście parametrów.",
    "If a parameter is given more than once, or parameters contradict each other, the first or the last one counts.",
)
HOST = _quote(
    f"{_CLIENT}, −h",
    "Określa adres IP lub nazwę hosta serwera. Parametr jest obowiązkowy.",
    "Gives the server's IP address or host name. The parameter is required.",
)
CLIENT_PORT = _quote(
    f"{_CLIENT}, −p",
    "Określa numer portu, na którym nasłuchuje serwer. Parametr jest obowiązkowy.",
    "Gives the port that the server listens on. The parameter is required.",
)
V4 = _quote(
    f"{_CLIENT}, −4",
    "Wymusza w komunikacji z serwerem użycie IP w wersji 4.",
    "Forces the use of IP version 4 with the server.",
)
V6 = _quote(
    f"{_CLIENT}, −6",
    "Wymusza w komunikacji z serwerem użycie IP w wersji 6.",
    "Forces the use of IP version 6 with the server.",
)
SEAT = _quote(
    f"{_CLIENT}, −N −E −S −W",
    "Określa miejsce, które klient chce zająć przy stole. Parametr jest obowiązkowy.",
    "Gives the seat that the client wants at the table. The parameter is required.",
)
AUTOMATIC = _quote(
    f"{_CLIENT}, –a",
    "Jeśli jest podany, to klient jest automatycznym graczem. Jeśli nie jest podany, to klient jest pośrednikiem "
    "między "
    "serwerem a graczem-użytkownikiem.",
    "If it is given, the client is an automatic player. If not, the client stands between the server and a person.",
)
CLIENT_REPORT = _quote(
    _NEEDS,
    "Serwer oraz klient działający jako gracz automatyczny wypisują na standardowe wyjście raport z rozgrywki.",
    "The server, and a client that plays automatically, print the report of the match on standard output.",
)
PERSON = _quote(
    _PERSON,
    "Klient wypisuje na standardowe wyjście informacje dla użytkownika i prośby od serwera o położenie karty.",
    "The client prints on standard output what the user should know, and the server's requests for a card.",
)
PERSON_FORMAT = _quote(
    _PERSON,
    "Informacje od serwera formatowane są następująco",
    "What comes from the server is written as follows (a form for each message).",
)
PERSON_ANY_TIME = _quote(
    _PERSON,
    "Klient w każdej chwili powinien móc spełnić polecenie użytkownika. Komunikacja z serwerem nie może blokować "
    "interfejsu użytkownika.",
    "The client should be able to do what the user orders at any moment. Talking with the server must not block the "
    "user.",
)
PERSON_CARD = _quote(
    _PERSON,
    'W przypadku komunikatu TRICK użytkownik wybiera kartę do dołożenia, wpisując wykrzyknik i jej kod, np. "!10C", i '
    "naciskając enter.",
    "When TRICK comes, the user chooses a card by typing an exclamation mark and its code, such as !10C, and enter.",
)
PERSON_CARDS = _quote(
    f"{_PERSON}, cards", "wyświetlenie listy kart na ręce", "cards – shows the list of the cards in hand."
)
PERSON_TRICKS = _quote(
    f"{_PERSON}, tricks",
    "wyświetlenie listy lew wziętych w ostatniej rozgrywce w kolejności wzięcia – każda lewa to lista kart w osobnej "
    "linii",
    "tricks – shows the tricks taken in the last match in the order in which they were taken, one trick a line.",
)
PERSON_LISTS = _quote(
    _PERSON,
    "Wszystkie listy w komunikatach dla użytkownika są wypisywane rozdzielone przecinkami i spacjami.",
    "All lists in messages for the user are written with commas and spaces between their items.",
)
