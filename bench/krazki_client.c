/* A client of Krążki that takes as little as it can: its games are some eighty moves long. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char stacks[64][64];
static int count;

int main(void) {
    static char line[4096];
    char colour = 'b';
    while (fgets(line, sizeof line, stdin)) {
        int code = atoi(line);
        if (code == 200) {
            colour = line[4];
            count = 0;
            for (char *stack = strchr(line, '|') + 1; *stack && *stack != '\n';) {
                char *end = strchr(stack, '|');
                memcpy(stacks[count], stack, end - stack);
                stacks[count++][end - stack] = 0;
                stack = end + 1;
            }
        } else if (code == 220) {
            int number = 0;
            char left[64] = "";
            sscanf(line + 4, "%d %63s", &number, left);
            strcpy(stacks[number], left);
        } else {
            return 0;
        }
        for (int number = 0; number < count; number++) {
            char *disc = strrchr(stacks[number], colour);
            if (disc) {
                *disc = 0;
                printf("210 %d%s%s\n", number, *stacks[number] ? " " : "", stacks[number]);
                fflush(stdout);
                break;
            }
        }
    }
    return 1;
}
