-- Makes the table equal to what pgBackRest says is in the repository.
with stored as (
  select b ->> 'label' as label, b ->> 'type' as kind,
    to_timestamp((b -> 'timestamp' ->> 'start')::bigint) as started_at,
    to_timestamp((b -> 'timestamp' ->> 'stop')::bigint) as finished_at,
    (b -> 'info' ->> 'size')::bigint as bytes,
    (b -> 'info' -> 'repository' ->> 'delta')::bigint as stored_bytes
  from jsonb_path_query(:'info'::jsonb, '$[*].backup[*] ? (@.error == false)') b
), expired as (
  delete from base_backups where label not in (select label from stored)
)
insert into base_backups (label, kind, started_at, finished_at, bytes, stored_bytes)
select label, kind, started_at, finished_at, bytes, stored_bytes from stored
on conflict (label) do nothing;
select 'stored ' || label || ' (' || kind || '): ' || pg_size_pretty(bytes) || ', of which ' ||
  pg_size_pretty(stored_bytes) || ' were sent'
from base_backups order by finished_at desc, label desc limit 1;
