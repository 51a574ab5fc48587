// Runs inside the widget's frame: solves the challenge, at once or when the visitor ticks the box, and notifies the
// page.
;(() => {
  const { challenge, hostOrigin, visible, interactive } = document.body.dataset
  const label = document.querySelector('label')
  const box = document.querySelector('input')
  const status = document.querySelector('[role=status]')
  const NO_ANSWER = '300010'

  const tell = (event, more = {}) => {
    // A frame that was just removed is its own parent.
    if (parent !== window) parent.postMessage({ event, ...more }, hostOrigin || '*')
  }

  const ask = async () => {
    const answer = await fetch(`/turnstile/v0/challenges/${challenge}`, { method: 'POST' })
    return answer.ok ? answer.json() : { code: NO_ANSWER }
  }

  const offerBox = (why) => {
    box.checked = false
    box.disabled = false
    label.hidden = visible !== 'true'
    status.textContent = why
  }

  const solve = async () => {
    box.disabled = true
    status.textContent = 'Verifying…'
    const { token, validForMs, code } = await ask().catch(() => ({ code: NO_ANSWER }))
    if (token) {
      label.hidden = true
      status.textContent = 'Success!'
      tell('solved', { token, validForMs })
      setTimeout(() => offerBox('Verification expired. Try again.'), validForMs)
    } else {
      offerBox('Verification failed. Try again.')
      tell('failed', { code })
    }
  }

  box.addEventListener('change', solve)
  tell('ready', { isVisible: visible === 'true', isInteractive: interactive === 'true' })
  if (interactive === 'true') offerBox('')
  else solve()
})()
