/**
 * Loads the script of a form at its first use. A submission in the meantime waits for the script; without a connection for it, the
 * browser sends the form. `atOnce` when there is something to show before.
 */
export function loadOnUse(form: HTMLFormElement, load: () => Promise<void>, atOnce: boolean): void {
  const waiting = new AbortController()
  const { signal } = waiting
  // The script reports what is missing beside the fields, also at a first press that comes before it.
  form.noValidate = true
  let loading: Promise<void> | undefined

  const start = async () => {
    loading ??= load()
    await loading
    waiting.abort()
  }
  const use = () => {
    start().catch(() => {
      loading = undefined
    })
  }
  for (const kind of ['pointerdown', 'focusin']) form.addEventListener(kind, use, { signal })
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault()
      start().then(
        () => form.requestSubmit(),
        () => form.submit(),
      )
    },
    { signal },
  )
  if (atOnce || form.contains(document.activeElement)) use()
}
