import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Problems, readRefusal } from './refusal.ts'

interface AuthFormOptions<Name extends string, Answer> {
  names: readonly Name[]
  /** Client-side errors, before anything is sent. */
  check: (typed: Record<Name, string>) => Problems<Name> | Promise<Problems<Name>>
  send: (typed: Record<Name, string>) => Promise<Answer>
  onDone: (answer: Answer) => void | Promise<void>
  onRefused?: (error: unknown) => void
  defaultText: (error: unknown) => string
  fieldOf?: Partial<Record<string, Name>>
  /** The field to focus after a general error. */
  retry?: Name
}

/**
 * A form on the sign-in pages. Keeps the input, shows errors at the field or above the button, and moves the focus
 * there.
 */
export const useAuthForm = <Name extends string, Answer>(options: AuthFormOptions<Name, Answer>) => {
  const { names, check, send, onDone, onRefused, defaultText, fieldOf = {}, retry } = options
  const form = useRef<HTMLFormElement>(null)
  const isWrong = useRef(false)
  const [isPending, setPending] = useState(false)
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    if (!isWrong.current || !form.current) return
    isWrong.current = false
    focusOn(form.current, problems, retry)
  })

  const complain = (found: Problems<Name>, text: string | null) => {
    isWrong.current = true
    setProblems(found)
    setFailure(text)
  }

  const submit = async (typed: Record<Name, string>) => {
    setPending(true)
    setFailure(null)
    try {
      const found = await check(typed)
      if (Object.keys(found).length > 0) return complain(found, null)
      setProblems({})
      await onDone(await send(typed))
    } catch (error) {
      const refusal = readRefusal(error, { names, defaultText, fieldOf })
      complain(refusal.problems, refusal.failure)
      onRefused?.(error)
    } finally {
      setPending(false)
    }
  }

  return {
    isPending,
    problems,
    failure,
    /** Editing a field clears its error. */
    clear: (name: Name) => setProblems((shown) => (name in shown ? { ...shown, [name]: undefined } : shown)),
    form: {
      ref: form,
      // Before hydration a GET form would put the input into the URL; a POST does not.
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!isPending) void submit(readFields(event.currentTarget, names))
      },
    },
  } as const
}

const readFields = <Name extends string>(form: HTMLFormElement, names: readonly Name[]) => {
  const data = new FormData(form)
  const textOf = (name: Name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>
}

/** Focus the first invalid field, else the field to retype, else the message above the button. */
const focusOn = (form: HTMLFormElement, problems: Problems<string>, retry: string | undefined) => {
  const fields = [...form.querySelectorAll<HTMLElement>('[name],[data-name]')]
  const nameOf = (field: HTMLElement) => field.getAttribute('name') ?? field.dataset.name ?? ''
  const wrong = fields.find((field) => problems[nameOf(field)] !== undefined)
  const anew = fields.find((field) => nameOf(field) === retry)
  if (wrong) return wrong.focus()
  if (anew instanceof HTMLInputElement) {
    anew.focus()
    return anew.select()
  }
  form.querySelector<HTMLElement>('[role=alert]')?.focus()
}
