#!/bin/sh
# Creates the login and the database of the site on a new PostgreSQL server. The login is no superuser; the role that
# bypasses row-level security is created here, because only a superuser may do so. Finally removes the superuser's
# password, which disables its login over the network: the image requires an initial password, and the site knows it.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$SITE_DB_PASSWORD" --username "${POSTGRES_USER:-postgres}" <<'SQL'
create role service_role nologin noinherit bypassrls;
create role site login createrole nosuperuser password :'password';
grant service_role to site with admin option;
create database site owner site;
alter role current_user password null;
SQL
