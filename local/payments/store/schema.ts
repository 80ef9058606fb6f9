export const SCHEMA = `
create table if not exists objects (
  seq integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  root text not null,
  body text not null,
  hidden text not null default '{}'
) strict;
create index if not exists objects_kind on objects (kind, seq);
create index if not exists objects_root on objects (root);
create index if not exists objects_open_sessions on objects (json_extract(body, '$.expires_at'))
  where kind = 'session' and json_extract(body, '$.status') = 'open';

create index if not exists objects_slow_sessions on objects (json_extract(hidden, '$.slow.settlesAt'))
  where kind = 'session';

create table if not exists settings (name text primary key, value text not null) strict;

create table if not exists idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  body text not null,
  created_at integer not null,
  primary key (scope, key)
) strict;

create table if not exists events (
  seq integer primary key autoincrement,
  id text not null unique,
  provider text not null,
  type text not null,
  root text not null,
  body text not null,
  tags text not null,
  created_at integer not null
) strict;
create index if not exists events_root on events (root);

create table if not exists deliveries (
  id integer primary key autoincrement,
  event_id text not null references events (id),
  provider text not null,
  root text not null,
  status text not null check (status in ('pending', 'held', 'delivered', 'dropped')),
  note text,
  due_at integer not null,
  after_id integer references deliveries (id),
  fault_id integer,
  transmission_id text not null,
  attempts integer not null default 0,
  responses text not null default '[]'
) strict;
create index if not exists deliveries_open on deliveries (status, due_at);
create index if not exists deliveries_event on deliveries (event_id);

create table if not exists faults (
  id integer primary key autoincrement,
  remaining integer not null,
  used integer not null default 0,
  body text not null
) strict;
`;
