import type { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { inTransaction, openSqliteFile } from '#ledger/sqliteFile.ts';
import { journalTable } from '#standin/journal.ts';
import { fillFirst, fillSecond, fillThird } from './seed.ts';

const migrations = [
  `${journalTable};
   create table api_keys (key text primary key, holder text not null) strict;
   create table workers (user_id text primary key, user_code text not null, name text not null) strict;
   create table warehouses (id integer primary key, code text not null, name text not null) strict;
   create table shelves (code text primary key, warehouse_id integer not null references warehouses) strict;
   create table deliveries (
     code text primary key,
     os_code text not null unique,
     shelf_code text references shelves,
     moved_by text
   ) strict;
   create table transfers (code text primary key, warehouse_id integer not null references warehouses) strict;
   create table batches (code text primary key) strict;
   create table bags (
     log_transfer_dtl_id integer primary key,
     code text not null unique,
     transfer_code text not null references transfers,
     batch_code text not null references batches,
     status text not null check (status in ('open', 'complete')),
     weight text,
     changed_by text
   ) strict;
   create table packages (code text primary key, bag_code text not null references bags (code), weight text not null) strict;`,
  `create table transfer_states (
     transfer_code text primary key references transfers,
     status text not null check (status in ('open', 'closed')),
     from_site text not null,
     to_site text not null,
     changed_by text
   ) strict;
   create table inter_deliveries (code text primary key) strict;
   create table transport_orders (
     code text primary key,
     inter_delivery_code text references inter_deliveries,
     status text not null check (status in ('planned', 'departed')),
     changed_by text
   ) strict;
   create table partner_reports (input_number text primary key, partner text not null, status text not null) strict;
   create table shipments (
     delivery_code text primary key references deliveries,
     dd_code text not null unique,
     weight text not null,
     weight_unit text not null check (weight_unit in ('kg', 'g', 'lb')),
     weighed_by text,
     report_number text references partner_reports
   ) strict;
   create table external_codes (
     os_code text primary key references deliveries (os_code),
     order_code_ex text not null,
     remark text not null,
     short_code text not null
   ) strict;
   create table countries (code text primary key, name text not null) strict;
   create table products (
     code text primary key,
     name text not null,
     country_code text not null references countries,
     warehouse_id integer not null references warehouses,
     from_site text not null
   ) strict;
   create table product_images (
     delivery_code text not null references deliveries,
     position integer not null,
     product_code text not null,
     image text not null,
     primary key (delivery_code, position)
   ) strict;
   create table scanning_lists (
     list_code text not null,
     delivery_code text not null references deliveries,
     primary key (list_code, delivery_code)
   ) strict;
   create table paint_markers (delivery_code text primary key references deliveries, colour text not null, shape text not null) strict;
   create table prints (
     delivery_code text not null references deliveries,
     kind text not null,
     copies integer not null,
     printed_by text not null,
     primary key (delivery_code, kind)
   ) strict;`,
  'alter table product_images drop column image', // a product’s picture is drawn when it is asked for
];

/** Opens the stand-in's warehouse, and fills it where it is empty, the same each time. */
export function openWarehouse(dataDir: string, log: (line: string) => void): DatabaseSync {
  const db = openSqliteFile({
    path: join(dataDir, 'standin.sqlite'),
    migrations,
    synchronous: 'NORMAL', // a killed process loses nothing; a power cut may lose the last demo data
    onBroken: (movedTo) => log(`The stand-in's database was damaged. It was moved to ${movedTo}.`),
  });
  const { filled } = db.prepare('select exists (select 1 from warehouses) as filled').get() as { filled: number };
  if (filled === 0) inTransaction(db, () => fillFirst(db));
  const { more } = db.prepare('select exists (select 1 from shipments) as more').get() as { more: number };
  if (more === 0) inTransaction(db, () => fillSecond(db));
  const { pictured } = db
    .prepare("select exists (select 1 from deliveries where code = 'D-1101') as pictured")
    .get() as { pictured: number };
  if (pictured === 0) inTransaction(db, () => fillThird(db));
  return db;
}
