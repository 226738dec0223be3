import { postSearch } from '../../features/blog/post-search.ts'
import { peopleSearch } from '../../features/contacts/contact-search.ts'
import { messageSearch } from '../../features/conversations/message-search.ts'
import CommandPalette from '../workspace/command-palette.tsx'
import type { ShortcutDialogProps } from '../workspace/shortcuts.tsx'

const searches = [peopleSearch, messageSearch, postSearch]

/** The command palette with what the features let it find. */
export default function Palette(props: ShortcutDialogProps) {
  return <CommandPalette searches={searches} {...props} />
}
