/**
 * The levels of the database that were ever in use, oldest first, each with the migrations it brought (by version) and
 * data such a version wrote. Migrations are applied in the order they came, which is not the order of their numbers; a
 * fresh installation applies them by number. What no level names is applied last.
 */
export interface Level {
  name: string
  brings: string[]
  /** A file in `data/`; none where the level has no room for data the earlier ones do not have. */
  data?: string
}

export const levels: Level[] = [
  {
    name: 'ground',
    brings: [
      '0001',
      '0002',
      '0003',
      '20261120000100',
      '20261120000200',
      '20261120000300',
      '20261120000400',
      '20261120000500',
      '20261120000600',
      '20261120000700',
      '20261120000800',
      '20261120000900',
      '20261120001000',
      '20261120001100',
    ],
    data: 'ground.sql',
  },
  { name: 'writing posts', brings: ['20261121050100'], data: 'post-writing.sql' },
  { name: 'promise clock', brings: ['20261121040000', '20261121040100'], data: 'answers.sql' },
  {
    name: 'telephone',
    brings: ['20261121070100', '20261121070200', '20261121070300', '20261121070400'],
    data: 'phone.sql',
  },
  { name: 'second factor', brings: ['0004', '20261121030000'], data: 'second-factor.sql' },
  { name: 'account trail', brings: ['20261121030100'] },
  {
    name: 'contacts',
    brings: ['20261121010000', '20261121010100', '20261121010200', '20261121010300', '20261121010400'],
    data: 'contacts.sql',
  },
  { name: 'blog help', brings: ['20261121060100'], data: 'blog-help.sql' },
  { name: 'call reports', brings: ['20261121070500'] },
  { name: 'imports', brings: ['20261121020000'], data: 'imports.sql' },
  { name: 'reading posts', brings: ['20261121050200'] },
  { name: 'undone imports', brings: ['20261121020100'] },
  { name: 'mail queue', brings: ['20261121090000'], data: 'mails.sql' },
  { name: 'planned once', brings: ['0005', '20261121080000'] },
  { name: 'received texts', brings: ['20261121140000'] },
  { name: 'search by number', brings: ['20261121150000'] },
  { name: 'keeping and backups', brings: ['20261121100000', '20261121120000', '20261121120100'] },
  { name: 'unseen texts and mail about leads', brings: ['20261121140100', '20261121140200'] },
  {
    name: 'accounts of a project',
    brings: [
      '20261121110000',
      '20261121110100',
      '20261121120200',
      '20261121120300',
      '20261121150100',
      '20261121150200',
      '20261121160000',
      '20261122200000',
    ],
  },
  {
    name: 'limits after a jump, notes without an author, finding a person',
    brings: ['20261123400000', '20261123400100', '20261123400200', '20261123400300'],
  },
  { name: 'ids of notes', brings: ['20261123500000'] },
  { name: 'taken drafts', brings: ['20261124000000'] },
  { name: 'upkeep', brings: ['20261124000100'] },
  { name: 'changed parts', brings: ['20261124000200'] },
  { name: 'urgent jobs', brings: ['20261124000300'] },
  { name: 'recycle bin', brings: ['20261124000500'] },
  { name: 'statements with a deadline', brings: ['20261124000210'] },
  { name: 'open sign-ups', brings: ['0006', '20261124000400'] },
  { name: 'comments', brings: ['0090', '20261124900000'] },
  { name: 'stored phone numbers', brings: ['20261124000501'] },
  { name: 'likely duplicates', brings: ['20261124000502'] },
  { name: 'flagged submissions, dates of clients', brings: ['20261124000301', '20261124000302'] },
  { name: 'replies to the erased', brings: ['20261125000500'] },
  { name: 'counted problems', brings: ['20261125000100'] },
  { name: 'lines of imports', brings: ['20261125000600'] },
]
