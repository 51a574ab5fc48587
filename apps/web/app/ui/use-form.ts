import { type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { type ProblemRules, type Problems, problemsWith, readRefusal } from '#ui/form-problems.ts'

interface FormOptions<Values extends object, Body, Answer>
  extends Omit<ProblemRules<NameOf<Values>>, 'initial' | 'words'> {
  initial: Values
  /** Texts that replace the schema's messages; they may depend on what was typed. */
  words?: Problems<NameOf<Values>> | ((typed: Values) => Problems<NameOf<Values>>)
  /** The contract's schema of the request. Loaded on submit, and the only place that knows the limits. */
  schema?: () => Promise<z.ZodMiniType | undefined>
  /** Builds the request from the typed values. */
  body: (values: Values) => Body
  /** Checks the schema cannot express. Their messages take precedence over the schema's. */
  check?: (values: Values) => Problems<NameOf<Values>>
  send: (body: Body) => Promise<Answer>
  /** A promise keeps the form busy until it settles. */
  onDone?: (answer: Answer, typed: Values) => unknown
  onRefused?: (error: unknown) => void
  /** The field to retype when the server rejects the form as a whole. */
  retry?: NameOf<Values>
}

type NameOf<Values> = keyof Values & string
/** The fields that hold text. */
type TextOf<Values> = { [Name in NameOf<Values>]: Values[Name] extends string ? Name : never }[NameOf<Values>]

/**
 * The state, checks and submission of a form. After a failure the typed values stay in their fields. All problems are
 * shown at once, next to their field or above the button, and the focus goes to the first.
 */
export const useForm = <Values extends object, Body, Answer>(options: FormOptions<Values, Body, Answer>) => {
  type Name = NameOf<Values>
  const { initial, schema, body, check, send, onDone, onRefused, retry, words } = options
  const rules = options as ProblemRules<Name>
  const form = useRef<HTMLFormElement>(null)
  const isWrong = useRef(false)
  const [values, setValues] = useState(initial)
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

  const rulesFor = (typed: Values) => ({
    ...rules,
    words: (typeof words === 'function' ? words(typed) : words) ?? {},
  })

  const change = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }))
    setProblems((shown) => ({ ...shown, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) }))
    setFailure(null)
  }

  const submit = async (typed: Values) => {
    setValues(typed)
    setPending(true)
    setFailure(null)
    try {
      const wanted = body(typed)
      const found = { ...problemsWith(await schema?.(), wanted, rulesFor(typed)), ...check?.(typed) }
      if (Object.keys(found).length > 0) return complain(found, null)
      setProblems({})
      const answer = await send(wanted)
      await onDone?.(answer, typed)
    } catch (error) {
      const refusal = readRefusal(error, rules)
      complain(refusal.problems, refusal.failure)
      onRefused?.(error)
    } finally {
      setPending(false)
    }
  }

  return {
    values,
    isPending,
    problems,
    failure,
    /** Hides the problem of a field while it is being corrected. */
    clear: (name: Name) => setProblems((shown) => (name in shown ? { ...shown, [name]: undefined } : shown)),
    change,
    /** Resets the form to its initial values. */
    reset: () => change(initial),
    /** The props of a text field. */
    text: <Field extends TextOf<Values>>(name: Field) => ({
      name,
      value: values[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
    form: {
      ref: form,
      // Before hydration a GET form would put the typed values into the URL. A POST does not.
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        // React passes on what happens in a dialog that this form opened, also when its own form is submitted.
        if (event.target !== event.currentTarget) return
        if (!isPending) void submit({ ...values, ...readFields(event, values) })
      },
    },
  } as const
}

/**
 * A text field may have been filled before hydration, by a person or the browser, so the DOM has the last word. It also
 * knows which button was pressed, in a form that has several.
 */
const readFields = <Values extends object>(event: FormEvent<HTMLFormElement>, values: Values) => {
  const { submitter } = event.nativeEvent as SubmitEvent
  const typed = [...new FormData(event.currentTarget, submitter)].filter(
    ([name, value]) => typeof value === 'string' && typeof values[name as keyof Values] === 'string',
  )
  return Object.fromEntries(typed) as Partial<Values>
}

/** Focuses the first invalid field, or the one to retype, or the message about the whole form. */
const focusOn = (form: HTMLFormElement, problems: Problems<string>, retry: string | undefined) => {
  const fields = [...form.querySelectorAll<HTMLElement>('[name],[data-name],[aria-invalid=true]')]
  const nameOf = (field: HTMLElement) => field.getAttribute('name') ?? field.dataset.name ?? ''
  const wrong = fields.find(
    (field) => field.getAttribute('aria-invalid') === 'true' || problems[nameOf(field)] !== undefined,
  )
  const anew = fields.find((field) => nameOf(field) === retry)
  if (wrong) return wrong.focus()
  if (anew instanceof HTMLInputElement) {
    anew.focus()
    return anew.select()
  }
  form.querySelector<HTMLElement>('[role=alert]')?.focus()
}
