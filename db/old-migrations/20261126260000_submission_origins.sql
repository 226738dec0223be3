-- What led visitors to us, kept with what they sent. The full address of the referring page is forgotten after a while
-- (private.forget_origins), its host stays.

alter table public.contact_submissions
  add column first_page text constraint contact_submissions_first_page_check check (length(first_page) <= 500),
  add column referrer_host text constraint contact_submissions_referrer_host_check check (length(referrer_host) <= 253),
  add column ad_network text constraint contact_submissions_ad_network_check check (length(ad_network) <= 40),
  add column utm_source text constraint contact_submissions_utm_source_check check (length(utm_source) <= 100),
  add column utm_medium text constraint contact_submissions_utm_medium_check check (length(utm_medium) <= 100),
  add column utm_campaign text constraint contact_submissions_utm_campaign_check check (length(utm_campaign) <= 100),
  add column utm_term text constraint contact_submissions_utm_term_check check (length(utm_term) <= 100),
  add column utm_content text constraint contact_submissions_utm_content_check check (length(utm_content) <= 100);

comment on column public.contact_submissions.page is 'Page the form was on: the last page of the visit.';
comment on column public.contact_submissions.first_page is 'Path of the first page of the visit, as the browser remembered it.';
comment on column public.contact_submissions.referrer_host is 'Site that led to the first page, without www. Null for none and for our own.';
comment on column public.contact_submissions.ad_network is
  'Network that added a click id to the link, such as Google Ads. The id itself is not kept.';
comment on column public.contact_submissions.utm_source is 'utm_source of the link that led to the first page.';
comment on column public.contact_submissions.utm_medium is 'utm_medium of that link.';
comment on column public.contact_submissions.utm_campaign is 'utm_campaign of that link.';
comment on column public.contact_submissions.utm_term is 'utm_term of that link.';
comment on column public.contact_submissions.utm_content is 'utm_content of that link.';
