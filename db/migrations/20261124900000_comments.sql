-- What each table, view and column is for, so that \d+ in psql explains itself.

comment on table public.ai_generations is 'Articles and pictures requested from the AI provider, with their result. Kept so that staff can reuse a result and see what was spent.';
comment on column public.ai_generations.id is 'Primary key.';
comment on column public.ai_generations.requested_by is
  'Profile that asked. For scheduled drafts, the person who set the schedule. Null once that account is gone.';
comment on column public.ai_generations.kind is 'What was requested: article or picture.';
comment on column public.ai_generations.prompt is 'The request in the words sent to the provider.';
comment on column public.ai_generations.model is 'Name of the model that answered.';
comment on column public.ai_generations.simulated is 'True when the sandbox answered instead of a real provider.';
comment on column public.ai_generations.outcome is 'running, done, or one word for why it failed.';
comment on column public.ai_generations.result is
  '{ title, excerpt, content } for an article, { imageUrl } for a picture. Null until done.';
comment on column public.ai_generations.post_id is 'Post the result was used in, if any.';
comment on column public.ai_generations.created_at is 'When the row was created.';

comment on table public.audit_log is 'Who changed what. Written by triggers on the audited tables; rows are never updated.';
comment on column public.audit_log.id is 'Primary key.';
comment on column public.audit_log.occurred_at is 'When the change was made.';
comment on column public.audit_log.actor is 'User id of the person who made the change. Null for the server itself.';
comment on column public.audit_log.actor_role is 'Database role the change was made with.';
comment on column public.audit_log.action is 'insert, update or delete.';
comment on column public.audit_log.table_name is 'Table that was changed.';
comment on column public.audit_log.row_id is 'Primary key of the changed row, as text.';
comment on column public.audit_log.changes is
  'Changed columns with their old and new values; long texts hold only the changed part.';

comment on table public.backups is 'Backups that were started, one row per attempt of a night or per request. The files are on the host that made them.';
comment on column public.backups.id is 'Primary key.';
comment on column public.backups.night is
  'Night the backup belongs to; unique, so that every installation makes one. Null: somebody asked for it.';
comment on column public.backups.started_at is 'When the backup began.';
comment on column public.backups.taken_until is 'Until then no other server copy starts the backup of this night.';
comment on column public.backups.attempts is 'How often the backup of this night was tried.';
comment on column public.backups.host is 'Machine that holds the file.';
comment on column public.backups.file_name is 'File in DATA_DIR/backups, or the requested path.';
comment on column public.backups.bytes is 'Size of the file in bytes.';
comment on column public.backups.row_count is 'Rows in the backup.';
comment on column public.backups.file_count is 'Stored files in the backup.';
comment on column public.backups.pause_ms is 'How long other transactions waited for the snapshot, in milliseconds.';
comment on column public.backups.proven_at is 'When the backup had been restored into another database and compared.';
comment on column public.backups.error is 'What went wrong and what to do, in plain words. Null when nothing did.';

comment on table public.blog_posts is 'Articles of the blog, published and drafts.';
comment on column public.blog_posts.id is 'Primary key.';
comment on column public.blog_posts.title is 'Headline.';
comment on column public.blog_posts.slug is
  'Last part of the address. The prefix decides the category; earlier slugs are in slug_redirects.';
comment on column public.blog_posts.content is 'Article in Markdown.';
comment on column public.blog_posts.excerpt is 'Short text for lists and feeds.';
comment on column public.blog_posts.featured_image is 'Address of the picture at the top: our own file or a page on the web.';
comment on column public.blog_posts.featured_image_credit is 'Photographer and source of a stock photo: { name, link, … }.';
comment on column public.blog_posts.meta_description is 'Description for search engines.';
comment on column public.blog_posts.published is 'Whether visitors can read the article.';
comment on column public.blog_posts.published_at is
  'When it was first published. Never changes afterwards, even if the article is withdrawn.';
comment on column public.blog_posts.author_id is 'Author. Null once that account is gone.';
comment on column public.blog_posts.auto_generated is 'True for drafts written by the schedule.';
comment on column public.blog_posts.category is 'Derived from the prefix of the slug; never written.';
comment on column public.blog_posts.created_at is 'Date shown to readers: creation, or the first publication of a draft.';
comment on column public.blog_posts.updated_at is 'When the row was last changed.';
comment on column public.blog_posts.featured_image_alt is 'Alternative text of the picture.';
comment on column public.blog_posts.scheduled_for is 'When the draft is to be published by itself. Null: not scheduled.';
comment on column public.blog_posts.search_key is 'Title and excerpt in lower case, for searching. Generated.';

comment on table public.communication_logs is 'Texts and calls with contacts, in both directions, with their delivery.';
comment on column public.communication_logs.id is 'Primary key.';
comment on column public.communication_logs.type is 'sms or call.';
comment on column public.communication_logs.direction is 'inbound or outbound.';
comment on column public.communication_logs.contact_id is 'Contact the message belongs to.';
comment on column public.communication_logs.phone_number is 'Number of the other side, in E.164 where known.';
comment on column public.communication_logs.message is 'Text of the message, or a note about a call.';
comment on column public.communication_logs.status is
  'Our own state: queued, scheduled, sending, sent, initiated, failed, unknown, received, missed or canceled.';
comment on column public.communication_logs.delivery_status is 'Last state the carrier reported.';
comment on column public.communication_logs.provider_id is 'The carrier''s id of the message or call.';
comment on column public.communication_logs.error_code is 'The carrier''s error code.';
comment on column public.communication_logs.created_at is 'When the row was created.';
comment on column public.communication_logs.updated_at is 'When the row was last changed.';
comment on column public.communication_logs.sent_by is
  'Profile that sent the text or placed the call. Null: the product itself, or the account is gone.';
comment on column public.communication_logs.purpose is
  'Why it was sent: staff, or a rule of the product (text_back, help, opt_out, opt_in).';
comment on column public.communication_logs.segments is 'SMS segments the carrier bills.';
comment on column public.communication_logs.error_message is 'Why it failed, in the carrier''s words or ours.';
comment on column public.communication_logs.send_at is 'When a text that waits for the end of quiet hours leaves.';
comment on column public.communication_logs.override_reason is 'An admin''s reason to send during quiet hours.';
comment on column public.communication_logs.attempted_at is
  'When it was handed to the carrier. From then on it may have been sent.';
comment on column public.communication_logs.duration_seconds is 'Length of a call in seconds.';
comment on column public.communication_logs.media_count is 'Pictures received with the text.';
comment on column public.communication_logs.idempotency_key is 'Id chosen by the sender, so that a retry is not sent twice.';
comment on column public.communication_logs.seen is 'Whether staff have looked at the incoming text.';

comment on table public.consent_events is 'Evidence of consent to texts and its withdrawal. Append only.';
comment on column public.consent_events.id is 'Primary key.';
comment on column public.consent_events.occurred_at is 'When consent was given or withdrawn.';
comment on column public.consent_events.contact_id is 'Contact concerned.';
comment on column public.consent_events.phone_e164 is 'Number the consent is about, in E.164.';
comment on column public.consent_events.email is 'Address the person gave along with it.';
comment on column public.consent_events.action is 'grant or revoke.';
comment on column public.consent_events.method is 'How: web_form, keyword (a text such as STOP), staff, import or carrier.';
comment on column public.consent_events.wording is 'Text the person agreed to, as shown.';
comment on column public.consent_events.wording_version is 'Version of that text.';
comment on column public.consent_events.page is 'Page the form was on.';
comment on column public.consent_events.submission_id is 'Form submission that carried the consent.';
comment on column public.consent_events.client_ip is 'Address the request came from, as far as proxies are trusted.';
comment on column public.consent_events.claimed_ip is 'Address the browser reported.';
comment on column public.consent_events.user_agent is 'Browser, as it names itself.';
comment on column public.consent_events.actor is 'Profile of the member of staff who recorded it.';
comment on column public.consent_events.evidence is 'What staff wrote down about how consent was given.';
comment on column public.consent_events.actor_name is 'Name of that person at the time.';
comment on column public.consent_events.actor_email is 'Email address of that person at the time.';

comment on view public.contact_changes is 'Audit log entries about contacts, for the timeline.';
comment on column public.contact_changes.id is 'Id of the audit log entry.';
comment on column public.contact_changes.occurred_at is 'When the change was made.';
comment on column public.contact_changes.actor is 'User id of the person who made it.';
comment on column public.contact_changes.actor_role is 'Database role it was made with.';
comment on column public.contact_changes.action is 'insert, update or delete.';
comment on column public.contact_changes.contact_id is 'Contact that was changed.';
comment on column public.contact_changes.changes is 'Changed columns with their old and new values.';

comment on view public.contact_duplicates is 'Pairs of contacts that are probably the same person; one row per contact and candidate.';
comment on column public.contact_duplicates.contact_id is 'Contact the candidates are listed for.';
comment on column public.contact_duplicates.same_email is 'Whether both have the same email address.';
comment on column public.contact_duplicates.same_phone is 'Whether both have the same telephone number.';
comment on column public.contact_duplicates.same_name is 'Whether both have the same name.';
comment on column public.contact_duplicates.id is 'Id of the candidate.';
comment on column public.contact_duplicates.first_name is 'First name.';
comment on column public.contact_duplicates.last_name is 'Last name.';
comment on column public.contact_duplicates.email is 'Email address. May be missing.';
comment on column public.contact_duplicates.phone is 'Telephone number as it was typed.';
comment on column public.contact_duplicates.phone_e164 is 'The same number in E.164, where it is one.';
comment on column public.contact_duplicates.phone_type is 'mobile, landline, work or other.';
comment on column public.contact_duplicates.company is 'Company.';
comment on column public.contact_duplicates.status is 'Stage of the relationship, from lead to customer.';
comment on column public.contact_duplicates.notes is 'Notes from before contact_notes.';
comment on column public.contact_duplicates.service_request is 'Service the contact asked for.';
comment on column public.contact_duplicates.text_consent is 'Whether the contact agreed to texts. consent_events has the evidence.';
comment on column public.contact_duplicates.name_key is 'Name in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.email_key is 'Email address in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.company_key is 'Company in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.service_request_key is 'Service in lower case, for sorting. Generated.';
comment on column public.contact_duplicates.created_at is 'When the row was created.';
comment on column public.contact_duplicates.updated_at is 'When the row was last changed.';
comment on column public.contact_duplicates.search_key is
  'Name, address, company and service in lower case, for searching. Generated.';

comment on table public.contact_import_rows is 'Rows of an imported file, what each would become and what became of it.';
comment on column public.contact_import_rows.import_id is 'Import the row belongs to.';
comment on column public.contact_import_rows.row_number is 'Row number as spreadsheets count; 1 is the header.';
comment on column public.contact_import_rows.cells is 'Cells as they are in the file.';
comment on column public.contact_import_rows.fields is 'Contact the row would create. Null when it is empty.';
comment on column public.contact_import_rows.problems is 'Reasons that keep the row out, in words.';
comment on column public.contact_import_rows.notes is 'What was left out of the row, in words.';
comment on column public.contact_import_rows.outcome is
  'Result of the check (invalid, repeated, new, known, deleted), the import (created, filled, skipped) or the undo (removed, restored, kept).';
comment on column public.contact_import_rows.same_as is 'Number of the earlier row that is the same person.';
comment on column public.contact_import_rows.contact_id is
  'Contact that was created or filled. No foreign key, because it is history.';
comment on column public.contact_import_rows.previous is 'Earlier values of the fields that were filled, for undoing.';
comment on column public.contact_import_rows.contact_version is
  'updated_at of the contact as the import left it. A later change is not undone.';

comment on table public.contact_imports is 'Imports of contacts from CSV files.';
comment on column public.contact_imports.id is 'Primary key.';
comment on column public.contact_imports.created_at is 'When the row was created.';
comment on column public.contact_imports.created_by is 'Profile that started the import.';
comment on column public.contact_imports.file_name is 'Name of the uploaded file.';
comment on column public.contact_imports.encoding is 'Character encoding found in the file.';
comment on column public.contact_imports.delimiter is 'Separator between cells.';
comment on column public.contact_imports.columns is 'Column names of the file.';
comment on column public.contact_imports.row_count is 'Rows of the file without the header.';
comment on column public.contact_imports.state is 'Step the import is in, from reading to imported, undone or closed.';
comment on column public.contact_imports.settings is 'Which column is which field, and what to do with known contacts.';
comment on column public.contact_imports.progress is 'Rows done in the present state.';
comment on column public.contact_imports.summary is 'Number of rows by outcome.';
comment on column public.contact_imports.problem is 'Why it ended otherwise than asked for, in words.';
comment on column public.contact_imports.cancel_requested is 'Whether somebody asked to stop it.';
comment on column public.contact_imports.worker is 'Server copy that works on it.';
comment on column public.contact_imports.heartbeat_at is 'When that copy last reported. A silent one is replaced.';
comment on column public.contact_imports.finished_at is 'When the import ended.';

comment on table public.contact_merges is 'Merges of two contacts. A row is written to merge and updated to undo.';
comment on column public.contact_merges.id is 'Primary key.';
comment on column public.contact_merges.kept_id is 'Contact that stays. No foreign key: the row outlives it.';
comment on column public.contact_merges.merged_id is 'Contact that was merged into it.';
comment on column public.contact_merges.taken is 'Fields taken from the merged contact. In all others it only fills what is empty.';
comment on column public.contact_merges.merged_at is 'When they were merged.';
comment on column public.contact_merges.merged_by is 'User who merged them.';
comment on column public.contact_merges.undone is 'Set to true to undo the merge.';

comment on table public.contact_notes is 'Notes staff write about a contact.';
comment on column public.contact_notes.id is 'Primary key.';
comment on column public.contact_notes.contact_id is 'Contact the note is about.';
comment on column public.contact_notes.author_id is 'Profile that wrote it. Null once that account is gone.';
comment on column public.contact_notes.body is 'Text of the note.';
comment on column public.contact_notes.created_at is 'When the row was created.';

comment on view public.contact_recycle_bin is 'Deleted contacts that can still be restored, with who deleted them.';
comment on column public.contact_recycle_bin.id is 'Id of the contact.';
comment on column public.contact_recycle_bin.first_name is 'First name.';
comment on column public.contact_recycle_bin.last_name is 'Last name.';
comment on column public.contact_recycle_bin.email is 'Email address.';
comment on column public.contact_recycle_bin.phone is 'Telephone number as it was typed.';
comment on column public.contact_recycle_bin.deleted_at is 'When the contact was deleted.';
comment on column public.contact_recycle_bin.deleted_by is 'User who deleted it.';
comment on column public.contact_recycle_bin.deleted_by_name is 'Name or address of that user.';
comment on column public.contact_recycle_bin.purge_on is 'Day on which it is deleted for good.';

comment on view public.contact_search is 'Contacts for searching, visible to managers. A view, because row-level security on the table would keep LIKE from using its index.';
comment on column public.contact_search.id is 'Id of the contact.';
comment on column public.contact_search.first_name is 'First name.';
comment on column public.contact_search.last_name is 'Last name.';
comment on column public.contact_search.email is 'Email address. May be missing.';
comment on column public.contact_search.phone is 'Telephone number as it was typed.';
comment on column public.contact_search.phone_type is 'mobile, landline, work or other.';
comment on column public.contact_search.company is 'Company.';
comment on column public.contact_search.status is 'Stage of the relationship, from lead to customer.';
comment on column public.contact_search.notes is 'Notes from before contact_notes.';
comment on column public.contact_search.service_request is 'Service the contact asked for.';
comment on column public.contact_search.text_consent is 'Whether the contact agreed to texts. consent_events has the evidence.';
comment on column public.contact_search.created_at is 'When the row was created.';
comment on column public.contact_search.updated_at is 'When the row was last changed.';
comment on column public.contact_search.name_key is 'Name in lower case, for sorting. Generated.';
comment on column public.contact_search.email_key is 'Email address in lower case, for sorting. Generated.';
comment on column public.contact_search.company_key is 'Company in lower case, for sorting. Generated.';
comment on column public.contact_search.service_request_key is 'Service in lower case, for sorting. Generated.';
comment on column public.contact_search.search_key is 'Name, address, company and service in lower case, for searching. Generated.';
comment on column public.contact_search.phone_key is 'Digits of the telephone number, for searching. Generated.';

comment on view public.contact_services is 'Distinct service requests of all contacts.';
comment on column public.contact_services.service_request is 'A service that contacts have asked for.';

comment on table public.contact_submissions is 'Messages from the contact form as they arrived.';
comment on column public.contact_submissions.id is 'Primary key.';
comment on column public.contact_submissions.received_at is 'When the message arrived.';
comment on column public.contact_submissions.contact_id is 'Contact it was assigned to.';
comment on column public.contact_submissions.name is 'Name as typed.';
comment on column public.contact_submissions.email is 'Email address as typed.';
comment on column public.contact_submissions.company is 'Company as typed.';
comment on column public.contact_submissions.service is 'Service chosen in the form.';
comment on column public.contact_submissions.message is 'Message as typed.';
comment on column public.contact_submissions.phone is 'Telephone number as typed.';
comment on column public.contact_submissions.text_consent is 'Whether the box agreeing to texts was ticked.';
comment on column public.contact_submissions.page is 'Page the form was on.';
comment on column public.contact_submissions.referrer is 'Page the visitor came from.';
comment on column public.contact_submissions.client_ip is 'Address the request came from, as far as proxies are trusted.';
comment on column public.contact_submissions.claimed_ip is 'Address the browser reported.';
comment on column public.contact_submissions.user_agent is 'Browser, as it names itself.';
comment on column public.contact_submissions.idempotency_key is
  'Id chosen by the browser, so that a retry is not a second message.';
comment on column public.contact_submissions.spam is 'Whether it was marked as spam.';
comment on column public.contact_submissions.spam_score is 'Points of the spam check.';
comment on column public.contact_submissions.spam_reasons is 'Findings of the spam check.';
comment on column public.contact_submissions.raw is 'Fields as they were sent.';

comment on view public.contact_timeline is 'Everything that happened with a contact, in one list.';
comment on column public.contact_timeline.id is 'Kind of entry and id of its own row.';
comment on column public.contact_timeline.contact_id is 'Contact it happened with.';
comment on column public.contact_timeline.occurred_at is 'When it happened.';
comment on column public.contact_timeline.kind is 'Kind of entry, which decides what details holds.';
comment on column public.contact_timeline.actor is 'User who did it. Null for the product or the contact.';
comment on column public.contact_timeline.details is 'What there is to show, by kind.';
comment on column public.contact_timeline.actor_name is 'Name of that user.';
comment on column public.contact_timeline.actor_email is 'Email address of that user.';

comment on table public.crm_contacts is 'Customers and prospects.';
comment on column public.crm_contacts.id is 'Primary key.';
comment on column public.crm_contacts.first_name is 'First name.';
comment on column public.crm_contacts.last_name is 'Last name.';
comment on column public.crm_contacts.email is 'Email address. May be missing.';
comment on column public.crm_contacts.phone is 'Telephone number as it was typed.';
comment on column public.crm_contacts.phone_e164 is 'The same number in E.164, where it is one.';
comment on column public.crm_contacts.phone_type is 'mobile, landline, work or other.';
comment on column public.crm_contacts.company is 'Company.';
comment on column public.crm_contacts.status is 'Stage of the relationship, from lead to customer.';
comment on column public.crm_contacts.notes is 'Notes from before contact_notes.';
comment on column public.crm_contacts.service_request is 'Service the contact asked for.';
comment on column public.crm_contacts.text_consent is 'Whether the contact agreed to texts. consent_events has the evidence.';
comment on column public.crm_contacts.name_key is 'Name in lower case, for sorting. Generated.';
comment on column public.crm_contacts.email_key is 'Email address in lower case, for sorting. Generated.';
comment on column public.crm_contacts.company_key is 'Company in lower case, for sorting. Generated.';
comment on column public.crm_contacts.service_request_key is 'Service in lower case, for sorting. Generated.';
comment on column public.crm_contacts.created_at is 'When the row was created.';
comment on column public.crm_contacts.updated_at is 'When the row was last changed.';
comment on column public.crm_contacts.search_key is 'Name, address, company and service in lower case, for searching. Generated.';
comment on column public.crm_contacts.phone_key is 'Digits of the telephone number, for searching. Generated.';

comment on table public.deleted_contacts is 'Deleted contacts with everything that hung on them, kept for 30 days.';
comment on column public.deleted_contacts.id is 'Id of the contact.';
comment on column public.deleted_contacts.deleted_at is 'When it was deleted.';
comment on column public.deleted_contacts.deleted_by is 'User who deleted it.';
comment on column public.deleted_contacts.contact is 'The row of crm_contacts.';
comment on column public.deleted_contacts.hanging is 'Rows of other tables that belonged to it, as private.hanging_on lists them.';
comment on column public.deleted_contacts.restored is 'Set to true to restore the contact; that removes this row.';

comment on table public.delivery_events is 'Delivery reports from the carrier. Append only.';
comment on column public.delivery_events.id is 'Primary key.';
comment on column public.delivery_events.log_id is 'Text the report is about.';
comment on column public.delivery_events.provider_id is 'The carrier''s id of that text.';
comment on column public.delivery_events.status is 'Reported state.';
comment on column public.delivery_events.error_code is 'The carrier''s error code.';
comment on column public.delivery_events.received_at is 'When the report arrived.';

comment on table public.draft_schedule is 'When the next draft is written by itself. One row.';
comment on column public.draft_schedule.id is 'Always true: there is only one row.';
comment on column public.draft_schedule.every_weeks is 'Weeks between drafts. Null: never.';
comment on column public.draft_schedule.next_on is 'Day of the next draft, in the time zone of the business.';
comment on column public.draft_schedule.author_id is 'Author of the drafts: who set the schedule last.';
comment on column public.draft_schedule.updated_at is 'When the row was last changed.';
comment on column public.draft_schedule.taken_until is 'Until then a server copy is writing the draft.';
comment on column public.draft_schedule.attempts is 'How often the draft that is due has been tried.';

comment on table public.job_queues is 'State of each job queue.';
comment on column public.job_queues.name is 'Name of the queue.';
comment on column public.job_queues.failures is 'Failures in a row of the other side.';
comment on column public.job_queues.rests_until is 'Until then no job of the queue runs.';
comment on column public.job_queues.last_reason is 'Reason of the last failure.';

comment on table public.jobs is 'Work that runs in the background, after the transaction that wrote it.';
comment on column public.jobs.id is 'Primary key.';
comment on column public.jobs.queue is 'Queue the job belongs to.';
comment on column public.jobs.payload is 'Ids of the rows concerned, never their content.';
comment on column public.jobs.lane is 'Jobs of one lane run one after the other.';
comment on column public.jobs.key is 'Key within the queue: a second job with the same key is the same job.';
comment on column public.jobs.state is 'waiting, taken, done or dead.';
comment on column public.jobs.run_at is 'When it may run.';
comment on column public.jobs.attempts is 'How often it has been tried.';
comment on column public.jobs.taken_until is 'Until then it belongs to the worker that took it.';
comment on column public.jobs.take_number is 'Number of the lease, so that a late worker notices it lost the job.';
comment on column public.jobs.reason is 'Why it failed, one word from the list of the queue.';
comment on column public.jobs.detail is 'What the other side said.';
comment on column public.jobs.created_at is 'When the row was created.';
comment on column public.jobs.finished_at is 'When it ended.';
comment on column public.jobs.urgent is 'Runs before other jobs of its queue.';

comment on table public.message_templates is 'Texts that staff send again and again.';
comment on column public.message_templates.id is 'Primary key.';
comment on column public.message_templates.name is 'Name in the list.';
comment on column public.message_templates.body is 'Text with placeholders such as {first_name}.';
comment on column public.message_templates.created_at is 'When the row was created.';
comment on column public.message_templates.updated_at is 'When the row was last changed.';

comment on table public.notifications is 'Notifications shown in the dashboard, shared by all staff.';
comment on column public.notifications.id is 'Primary key.';
comment on column public.notifications.title is 'Headline.';
comment on column public.notifications.message is 'Text.';
comment on column public.notifications.read is 'Whether somebody has read it.';
comment on column public.notifications.created_at is 'When the row was created.';
comment on column public.notifications.contact_id is 'Contact it is about.';
comment on column public.notifications.submission_id is 'Form submission it is about.';

comment on table public.post_revisions is 'Saved versions of posts, the newest hundred of each.';
comment on column public.post_revisions.id is 'Primary key.';
comment on column public.post_revisions.post_id is 'Post it is a version of.';
comment on column public.post_revisions.saved_by is 'Profile that saved it.';
comment on column public.post_revisions.saved_at is 'When it was saved.';
comment on column public.post_revisions.title is 'Headline of this version.';
comment on column public.post_revisions.slug is 'Address of this version.';
comment on column public.post_revisions.content is 'Article of this version, in Markdown.';
comment on column public.post_revisions.excerpt is 'Short text of this version.';
comment on column public.post_revisions.meta_description is 'Description of this version.';
comment on column public.post_revisions.featured_image is 'Picture of this version.';
comment on column public.post_revisions.featured_image_alt is 'Alternative text of that picture.';
comment on column public.post_revisions.featured_image_credit is 'Photographer and source of that picture.';
comment on column public.post_revisions.published is 'Whether this version was public.';

comment on view public.post_search is 'Published posts for searching. A view, because row-level security on the table would keep LIKE from using its index.';
comment on column public.post_search.title is 'Headline.';
comment on column public.post_search.slug is 'Last part of the address.';
comment on column public.post_search.excerpt is 'Short text.';
comment on column public.post_search.featured_image is 'Address of the picture.';
comment on column public.post_search.category is 'Category.';
comment on column public.post_search.created_at is 'Date shown to readers.';
comment on column public.post_search.updated_at is 'When the row was last changed.';
comment on column public.post_search.id is 'Id of the post.';
comment on column public.post_search.search_key is 'Title and excerpt in lower case.';

comment on table public.post_working_copies is 'Unsaved changes of an editor to a post.';
comment on column public.post_working_copies.post_id is 'Post that is edited.';
comment on column public.post_working_copies.editor_id is 'Profile that edits it.';
comment on column public.post_working_copies.based_on is 'updated_at of the post when the editing began.';
comment on column public.post_working_copies.draft is 'Changed fields.';
comment on column public.post_working_copies.updated_at is 'When the row was last changed.';

comment on table public.profiles is 'People with an account: clients and staff.';
comment on column public.profiles.id is 'Id of the account in auth.users.';
comment on column public.profiles.email is 'Email address of the account.';
comment on column public.profiles.role is 'client, manager or admin.';
comment on column public.profiles.first_name is 'First name.';
comment on column public.profiles.last_name is 'Last name.';
comment on column public.profiles.created_at is 'When the row was created.';
comment on column public.profiles.updated_at is 'When the row was last changed.';
comment on column public.profiles.lead_mail is 'Mail about new leads: each, daily or none.';

comment on table public.slug_redirects is 'Earlier addresses of published posts.';
comment on column public.slug_redirects.slug is 'Earlier slug.';
comment on column public.slug_redirects.post_id is 'Post it leads to.';
comment on column public.slug_redirects.created_at is 'When the row was created.';

comment on table public.submission_answers is 'Form submissions that were answered.';
comment on column public.submission_answers.id is 'Primary key.';
comment on column public.submission_answers.submission_id is 'Submission that was answered.';
comment on column public.submission_answers.answered_at is 'When.';
comment on column public.submission_answers.answered_by is 'Profile that answered. Null once that account is gone.';
comment on column public.submission_answers.method is 'How: elsewhere, text, call or email.';

comment on view public.unseen_texts is 'Contacts with texts nobody has looked at.';
comment on column public.unseen_texts.contact_id is 'Contact that sent them.';
comment on column public.unseen_texts.texts is 'How many.';
comment on column public.unseen_texts.newest_at is 'When the newest arrived.';

comment on view public.waiting_submissions is 'Form submissions that wait for an answer.';
comment on column public.waiting_submissions.id is 'Id of the submission.';
comment on column public.waiting_submissions.received_at is 'When it arrived.';
comment on column public.waiting_submissions.contact_id is 'Contact that sent it.';
comment on column public.waiting_submissions.service is 'Service chosen in the form.';
comment on column public.waiting_submissions.contact_name is 'Name of the contact.';

comment on table public.webhook_receipts is 'Webhooks that were received, so that a repeated one is answered alike and does nothing.';
comment on column public.webhook_receipts.key is 'Key of the webhook.';
comment on column public.webhook_receipts.answer is 'Answer that was given.';
comment on column public.webhook_receipts.received_at is 'When it arrived.';

comment on table private.clock_watch is 'Whether the clock of the server runs evenly. One row.';
comment on column private.clock_watch.id is 'Always true: there is only one row.';
comment on column private.clock_watch.seen_at is 'Time of the last look.';
comment on column private.clock_watch.steady_since is 'Since when the clock has not jumped.';

comment on table private.contact_merge_records is 'What undoing a merge needs.';
comment on column private.contact_merge_records.merge_id is 'Merge it belongs to.';
comment on column private.contact_merge_records.kept_before is 'The contact that stays, before the merge.';
comment on column private.contact_merge_records.kept_after is 'The same contact after the merge.';
comment on column private.contact_merge_records.merged is 'The contact that was merged into it.';
comment on column private.contact_merge_records.hanging is 'Rows of other tables that belonged to the merged contact.';

comment on table private.deleted_notifications is 'Deleted notifications, so that a deletion can be undone.';
comment on column private.deleted_notifications.id is 'Id of the notification.';
comment on column private.deleted_notifications.copy is 'The row of notifications.';
comment on column private.deleted_notifications.deleted_at is 'When it was deleted.';

comment on table private.lead_digests is 'How far the daily mail about leads has got, per person.';
comment on column private.lead_digests.profile_id is 'Person who gets the mail.';
comment on column private.lead_digests.told_until is 'Leads up to then were in a mail.';

comment on table private.lead_mail_refusals is 'Addresses without an account that want no mail about leads.';
comment on column private.lead_mail_refusals.address is 'Email address in lower case.';
comment on column private.lead_mail_refusals.refused_at is 'When it was refused.';

comment on table private.outgoing_mails is 'Mails that wait for the mail server.';
comment on column private.outgoing_mails.id is 'Primary key.';
comment on column private.outgoing_mails.kind is 'account, lead or confirmation.';
comment on column private.outgoing_mails.message is '{ to, subject, text, html, replyTo }.';
comment on column private.outgoing_mails.expires_at is 'After that the mail is no longer sent.';
comment on column private.outgoing_mails.created_at is 'When the row was created.';

comment on table private.rate_limits is 'Token buckets of the rate limits that all server copies share.';
comment on column private.rate_limits.key is 'What is counted and for whom.';
comment on column private.rate_limits.tokens is 'Requests left.';
comment on column private.rate_limits.refilled_at is 'When the bucket was last filled.';

comment on table private.server_copies is 'Server copies that run on this database.';
comment on column private.server_copies.id is 'Primary key.';
comment on column private.server_copies.version is 'Version of the program.';
comment on column private.server_copies.shared is 'Fingerprints of what all copies must share.';
comment on column private.server_copies.started_at is 'When the copy started.';
comment on column private.server_copies.seen_at is 'When it last reported.';

comment on table private.server_problems is 'Recent failures of the server, for the status page.';
comment on column private.server_problems.id is 'Primary key.';
comment on column private.server_problems.at is 'When it failed.';
comment on column private.server_problems.what is 'Message of the log.';
comment on column private.server_problems.kind is 'Kind of error.';
comment on column private.server_problems.request_id is 'Request it happened in.';

comment on table private.simulated_texts is 'Texts of the simulated carrier.';
comment on column private.simulated_texts.id is 'Primary key.';
comment on column private.simulated_texts.provider_id is 'The simulated carrier''s id of the text.';
comment on column private.simulated_texts.number is 'Number of the simulated phone.';
comment on column private.simulated_texts.from_phone is 'Whether the simulated phone sent it.';
comment on column private.simulated_texts.body is 'Text of the message.';
comment on column private.simulated_texts.at is 'When it was sent.';

comment on table private.unused_pictures is 'Stored pictures that no post uses.';
comment on column private.unused_pictures.name is 'Name of the file.';
comment on column private.unused_pictures.since is 'Since when it is unused.';

comment on table private.upkeep is 'The last night in which old rows were tidied up. One row.';
comment on column private.upkeep.id is 'Always true: there is only one row.';
comment on column private.upkeep.night is 'That night.';
