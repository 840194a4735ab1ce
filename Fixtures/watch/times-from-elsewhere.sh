# Edits from the year 2100 and from 1970, then one with a smaller time than before.
#: before
printf 'n\n' > n.md; printf 'z\n' > z.md
#: while it watches
printf 'two\n' >> n.md; touch -d 2100-01-01 n.md
printf 'more\n' >> z.md; touch -d @0 z.md
#: told
changed n.md
changed z.md
#: while it watches
printf 'three\n' >> n.md
#: told
changed n.md
#: there
n.md: n\ntwo\nthree\n
z.md: z\nmore\n
