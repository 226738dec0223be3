import { site } from '../../site.config.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import styles from './account-page.module.css'

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const toast = useToast()
  const shown = codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(shown.join('\n'))
      toast({ title: 'Recovery codes copied' })
    } catch {
      toast({ kind: 'destructive', title: 'Copy failed', text: 'Please write the codes down.' })
    }
  }
  return (
    <div className="panel-form">
      <p className="panel-text">
        Keep these codes where you do not need your phone to read them. Each signs you in once, with your
        password. They are shown this once.
      </p>
      <ol className={`${styles.recoveryCodes} mono`} aria-label="Recovery codes">
        {shown.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="actions">
        <ToolButton variant="primary" onClick={onKept}>
          I have kept them
        </ToolButton>
        <ToolButton onClick={() => void copy()}>Copy</ToolButton>
        <ToolButton onClick={() => download(shown)}>Download</ToolButton>
      </div>
    </div>
  )
}

function download(codes: string[]) {
  const text = `Recovery codes for ${site.name}\n\n${codes.join('\n')}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
