import { ToolButton } from '../../web/ui/tool-button.tsx'

interface HelpStateProps {
  busy: boolean
  /** What is going on, in words. */
  doing: string
  reason: string
  onCancel: () => void
}

/** Beside a button: that something is under way and can be cancelled, or why it failed. */
export function HelpState({ busy, doing, reason, onCancel }: HelpStateProps) {
  return (
    <>
      {busy ? <ToolButton onClick={onCancel}>Cancel</ToolButton> : null}
      <output className={busy ? 'assistant-doing' : 'assistant-reason'}>{busy ? doing : reason}</output>
    </>
  )
}

/** Says that what comes is a sample, where no service is set up. */
export function Simulated({ what }: { what: string }) {
  return (
    <p className="assistant-simulated">
      <span className="chip chip-no">Simulated</span> {what}
    </p>
  )
}
