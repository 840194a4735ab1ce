# Times before 1970 and to the nanosecond.
#: before
printf 'n\n' > n.md; touch -d '1960-01-01 00:00:00.123456789' n.md
#: while it watches
printf 'two\n' >> n.md; touch -d '1960-01-01 00:00:00.123456789' n.md
#: told
changed n.md
#: there
n.md: n\ntwo\n
