import { picturesIn } from '../../features/blog/stored-picture.ts'
import type { TableSum } from './backup-records.ts'

/** Where pictures are used; elsewhere a name is only what somebody wrote. The same as `private.find_unused_pictures` reads. */
export const TABLES_WITH_PICTURES: readonly string[] = [
  'public.blog_posts',
  'public.post_revisions',
  'public.post_working_copies',
]

/** Passes the rows of a table on and notes in `pictures` which stored pictures they name. */
export async function* notingPictures(
  rows: AsyncGenerator<string, TableSum>,
  { table, pictures }: { table: string; pictures: Set<string> },
): AsyncGenerator<string, TableSum> {
  if (!TABLES_WITH_PICTURES.includes(table)) return yield* rows
  for (;;) {
    const step = await rows.next()
    if (step.done) return step.value
    for (const picture of picturesIn(step.value)) pictures.add(picture)
    yield step.value
  }
}
