import { Glyph } from '../ui/glyph.tsx'
import { useTheme, type Theme } from '../ui/theme.tsx'

/** Light, dark, or as the system has it: a native choice under the look of a button. */
export function ThemeChoice() {
  const { choice, chooseTheme } = useTheme()
  return (
    <span className="theme-choice tool-button tool-button-on-dark tool-button-square">
      <Glyph name="theme" />
      <select
        aria-label="Theme"
        title="Theme"
        value={choice ?? 'system'}
        onChange={({ target }) => chooseTheme(themes.find((theme) => theme === target.value) ?? null)}
      >
        <option value="system">As the system</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </span>
  )
}

const themes: readonly Theme[] = ['light', 'dark']
