-- The memory of the simulated carrier: what arrived on the telephones it pretends to serve. No data of the product.

create table private.simulated_texts (
  id bigint generated always as identity constraint simulated_texts_pkey primary key,
  provider_id text not null constraint simulated_texts_provider_id_key unique,
  -- The telephone, and who texted: the business to it, or it to the business.
  number text not null,
  from_phone boolean not null,
  body text not null,
  at timestamptz not null
);
create index simulated_texts_number_idx on private.simulated_texts (number, id);

alter table private.simulated_texts enable row level security;
grant select, insert, update, delete on private.simulated_texts to service_role;
