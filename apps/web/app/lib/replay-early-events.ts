/** Something that a visitor did to a part of the page that was not awake yet. */
export interface EarlyEvent {
  kind: 'click' | 'submit' | 'input'
  node: HTMLElement
  submitter?: HTMLElement | null
  value?: string
}

export interface EarlyEvents extends Array<EarlyEvent> {
  /** Called when something was added. */
  wake?: () => void
  /** Nothing is kept any more. */
  isOver?: boolean
}

const CHECK_EVERY_MS = 30
/** A part that has not woken up by then never will: the event goes to whatever is there. */
const GIVE_UP_MS = 15_000

const isAwake = (node: HTMLElement) => Object.keys(node).some((key) => key.startsWith('__reactProps$'))

/** Does what was kept, in order, each as soon as its part of the page is awake. */
export const replayEarlyEvents = (queue: EarlyEvents) => {
  let isRunning = false
  let waitsSince: number | null = null
  const run = () => {
    const [first] = queue
    isRunning = first !== undefined
    if (!first) return
    waitsSince ??= performance.now()
    const isLost = performance.now() - waitsSince > GIVE_UP_MS
    if (isLost) queue.isOver = true
    if (isLost || !first.node.isConnected || isAwake(first.node)) {
      queue.shift()
      waitsSince = null
      replay(first)
    }
    setTimeout(run, waitsSince === null ? 0 : CHECK_EVERY_MS)
  }
  queue.wake = () => {
    if (!isRunning) run()
  }
  run()
}

const replay = ({ kind, node, submitter, value = '' }: EarlyEvent) => {
  const marked = submitter ?? node
  marked.removeAttribute('data-pending')
  marked.removeAttribute('aria-busy')
  if (!node.isConnected) return
  if (kind === 'submit') (node as HTMLFormElement).requestSubmit(submitter?.isConnected ? submitter : null)
  else if (kind === 'input') retype(node as HTMLInputElement, value)
  else press(node)
}

/** Menus and tabs of Radix listen to what comes before a click. */
const press = (node: HTMLElement) => {
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
    const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent
    node.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, button: 0 }))
  }
  node.click()
}

/** React has seen the field with the text in it and would take it for no change: it is told of another one first. */
const retype = (field: HTMLInputElement, value: string) => {
  const { selectionStart, selectionEnd } = field
  field.value = ''
  const prototype: unknown = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  if (selectionStart !== null && document.activeElement === field) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}
