import { uuidSql } from './contacts-sql.ts'

/** Published posts from row $1 to $2. */
export const POSTS_SQL = `
insert into public.blog_posts (id, title, slug, content, excerpt, published, created_at, updated_at)
select ${uuidSql('post')}, 'Synthetic post ' || n,
  (array['', 'ai-automation-', 'seo-marketing-', 'custom-development-', 'web-development-'])[1 + n % 5] || 'synthetic-post-' || n,
  '# Synthetic post ' || n || e'\\n\\n' || repeat('One more sentence to make it as long as a real one. ', 12) ||
    e'\\n\\n## A list\\n\\n- first\\n- second\\n\\n' || repeat('And another paragraph follows it. ', 10),
  'What a post of this length looks like, number ' || n || '.', true, at, at
from generate_series($1::int, $2::int) as n
cross join lateral (select timestamptz '2026-11-20 12:00:00+00' - n * interval '9 hours' as at) as moment
on conflict do nothing`
