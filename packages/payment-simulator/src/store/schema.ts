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
create index if not exists objects_session_ends on objects
  (kind, json_extract(body, '$.status'), json_extract(body, '$.expires_at'));
create index if not exists objects_settles on objects (kind, json_extract(hidden, '$.slow.settlesAt'));
create index if not exists objects_intent on objects (kind, json_extract(body, '$.payment_intent'));
create index if not exists objects_invoice_id on objects (kind, json_extract(body, '$.invoice_id'));
create index if not exists objects_batch_status on objects (kind, json_extract(body, '$.header.batch_status'));

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
create index if not exists faults_active on faults (id) where remaining > 0;
`;
