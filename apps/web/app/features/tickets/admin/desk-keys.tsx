import { useEffect, useRef } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'
import { Key } from './composer.tsx'

export interface DeskKeys {
  next: () => void
  previous: () => void
  reply: () => void
  note: () => void
  assign: () => void
  close: () => void
  merge: () => void
  select: () => void
  search: () => void
  help: () => void
}

const KEYS: readonly { key: string; act: keyof DeskKeys; words: string }[] = [
  { key: 'J', act: 'next', words: 'Next ticket' },
  { key: 'K', act: 'previous', words: 'Previous ticket' },
  { key: 'R', act: 'reply', words: 'Reply' },
  { key: 'N', act: 'note', words: 'Internal note' },
  { key: 'A', act: 'assign', words: 'Assign to me' },
  { key: 'C', act: 'close', words: 'Close' },
  { key: 'M', act: 'merge', words: 'Merge' },
  { key: 'X', act: 'select', words: 'Select for a bulk action' },
  { key: '/', act: 'search', words: 'Search tickets' },
  { key: '?', act: 'help', words: 'All keys' },
]

const SHORT: Partial<Record<keyof DeskKeys, string>> = {
  next: 'next',
  previous: 'previous',
  reply: 'reply',
  note: 'note',
  assign: 'assign',
  close: 'close',
  merge: 'merge',
  select: 'select',
}

const OTHER_KEYS = [
  { key: 'Ctrl Enter', words: 'Send the reply or save the note' },
  { key: '/', words: 'In a reply: canned replies' },
  { key: 'Esc', words: 'Leave the field or close the open dialog' },
]

/** Keys pressed in a field, dialog or menu are not shortcuts. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role=dialog], [role=menu], [role=alertdialog]') !== null)

/** Single-letter shortcuts. They are ignored while typing and can be switched off. */
export const useDeskKeys = (acts: DeskKeys, isOn: boolean) => {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      const found = KEYS.find(({ key }) => key === event.key.toUpperCase())
      if (!found) return
      event.preventDefault()
      latest.current[found.act]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}

export const KeysBar = ({ onHelp }: { onHelp: () => void }) => (
  <footer className="flex h-10 shrink-0 items-center gap-4 overflow-hidden border-t px-5 text-caption text-muted max-md:hidden">
    {KEYS.filter(({ act }) => act !== 'search' && act !== 'help').map(({ key, act }) => (
      <span key={key} className="inline-flex shrink-0 items-center gap-1.5">
        <Key>{key}</Key>
        {SHORT[act]}
      </span>
    ))}
    <button
      type="button"
      onClick={onHelp}
      className="ml-auto inline-flex shrink-0 items-center gap-1.5 rounded-sm hover:text-foreground"
    >
      <Key>?</Key>
      all keys
    </button>
  </footer>
)

interface KeysDialogProps {
  isOpen: boolean
  onClose: () => void
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

export const KeysDialog = ({ isOpen, onClose, isOn, onSwitch }: KeysDialogProps) => (
  <Dialog title="Keys" open={isOpen} onOpenChange={(open) => !open && onClose()}>
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-ui">
      {[...KEYS, ...OTHER_KEYS].map(({ key, words }) => (
        <div key={words} className="contents">
          <dt>
            {key.split(' ').map((part) => (
              <Key key={part}>{part}</Key>
            ))}
          </dt>
          <dd className="text-muted">{words}</dd>
        </div>
      ))}
    </dl>
    <div className="mt-5 border-t pt-4">
      <Field label="Single-letter keys" hint="Switch them off if they get in the way of voice input.">
        <Switch checked={isOn} onCheckedChange={onSwitch} />
      </Field>
    </div>
  </Dialog>
)
