/** An event on an element before its hydration. */
export interface EarlyEvent {
  kind: 'click' | 'submit' | 'input'
  node: HTMLElement
  submitter?: HTMLElement | null
  value?: string
}

export interface EarlyEvents extends Array<EarlyEvent> {
  /** Called when an event has been added. */
  wake?: () => void
  /** Events are no longer queued. */
  isOver?: boolean
}

const CHECK_EVERY_MS = 30
/** An element that has not hydrated by then never will: the event is dispatched anyway. */
const GIVE_UP_MS = 15_000

const isAwake = (node: HTMLElement) => Object.keys(node).some((key) => key.startsWith('__reactProps$'))

/** Replays queued events in order, each as soon as its element is hydrated. */
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

/** Radix menus and tabs listen to pointer events before the click. */
const press = (node: HTMLElement) => {
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
    const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent
    node.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, button: 0 }))
  }
  node.click()
}

/** React has hydrated the field with this text and would ignore the event, so its tracked value is changed first. */
const retype = (field: HTMLInputElement, value: string) => {
  const { selectionStart, selectionEnd } = field
  field.value = ''
  const prototype: unknown = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  // Undefined for a select, null for fields without a caret.
  if (typeof selectionStart === 'number' && document.activeElement === field)
    field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}
