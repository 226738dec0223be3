import { postSearch } from '../../features/blog/post-search.ts'
import { peopleSearch } from '../../features/contacts/contact-search.tsx'
import { messageSearch } from '../../features/conversations/message-search.ts'
import { CommandPalette, type CommandPaletteProps } from '../workspace/command-palette.tsx'

const searches = [peopleSearch, messageSearch, postSearch]

/** The command palette with what the features let it find. */
export default function Palette(props: Omit<CommandPaletteProps, 'searches'>) {
  return <CommandPalette searches={searches} {...props} />
}
