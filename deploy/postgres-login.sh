#!/bin/sh
# Makes the site's login and database on a new PostgreSQL server. The login is no superuser; the one role that may pass
# row-level security is made here, because only a superuser may make it. After that nobody is the superuser over the
# network: the image wants a password to begin with, and the site knows that one.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$SITE_DB_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role service_role nologin noinherit bypassrls;
create role site login createrole nosuperuser password :'password';
grant service_role to site with admin option;
create database site owner site;
alter role current_user password null;
SQL
