# Two documents take each other's names by a third. How it is told depends on how much of it
# is seen.
#: before
printf 'a\n' > a.md; printf 'b\n' > b.md
#: while it watches
mv a.md c.md; mv b.md a.md; mv c.md b.md
#: there
a.md: b\n
b.md: a\n
