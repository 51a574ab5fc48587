import { SearchX } from 'lucide-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useState } from 'react'
import { apiQuery } from '#lib/api.ts'
import { connectionFailure, useReconnected } from '#lib/connection.ts'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { PATHS } from '#lib/query-keys.ts'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSettled } from '#ui/use-settled.ts'
import { useCategories } from '../catalogue.queries.ts'
import { foundSections, openingSections, type SearchOption, type SearchSection } from './search-sections.tsx'

export interface SuggestionsHandle {
  /** Handles a key pressed in the search field. Returns whether the key was for the options. */
  press: (event: KeyboardEvent<HTMLInputElement>) => boolean
}

interface SuggestionsProps {
  ref: Ref<SuggestionsHandle>
  listId: string
  text: string
  recent: readonly string[]
  onText: (text: string) => void
  /** The id of the highlighted option, and whether there are options. */
  onHighlight: (id: string | null, hasOptions: boolean) => void
  /** Called when a page is opened in this tab. */
  onOpen: () => void
}

/** Short enough to feel immediate; a fast typist does not send a request per key. */
const QUIET_MS = 120

const useSuggestions = (text: string) => {
  const q = useSettled(text.trim(), QUIET_MS)
  const found = useQuery({
    ...apiQuery(PATHS.suggestions, async () => (await import('@slipstream/contract/mods')).modsApi.suggest, {
      query: { q },
    }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    // Fails without a connection instead of waiting silently.
    networkMode: 'always',
  })
  useReconnected(found.isError, () => void found.refetch())
  const isTyped = q === text.trim()
  return { ...found, q, isSearching: found.isFetching || !isTyped, isEarlier: found.isPlaceholderData || !isTyped }
}

export const Suggestions = ({ text, recent, ...rest }: SuggestionsProps) => {
  const { q, data, error, isSearching, isEarlier, refetch } = useSuggestions(text)
  const categories = useCategories().data ?? []
  const isTyped = text.trim() !== ''
  if (!isTyped) return <Offered {...rest} text={text} sections={openingSections(recent, categories)} />
  if (error && !isSearching) return <Failed error={error} onRetry={() => void refetch()} />
  const sections = data && q !== '' ? foundSections(q, data) : []
  if (sections.length === 0) return isSearching ? <Loading /> : <Nothing text={q} />
  return <Offered {...rest} text={text} sections={sections} isSearching={isSearching} isEarlier={isEarlier} />
}

interface OfferedProps extends Omit<SuggestionsProps, 'recent'> {
  sections: readonly SearchSection[]
  isSearching?: boolean
  /** The options belong to an earlier text. */
  isEarlier?: boolean
}

type Move = 1 | -1

/** From before the first option, a move down leads to the first and a move up to the last. */
const placeAfter = (at: number, move: Move, count: number) =>
  move === 1 ? (at + 1) % count : at <= 0 ? count - 1 : at - 1

interface Choice {
  text: string
  key: string | null
  /** Arrows that wait for the options of the text. */
  waiting: readonly Move[]
  isByKey: boolean
}

/** So that no later answer takes away what was chosen with the keyboard, arrows choose only among its options. */
const useChoice = (text: string, options: readonly SearchOption[], isEarlier: boolean) => {
  const [kept, setChoice] = useState<Choice | null>(null)
  const { key, waiting, isByKey } = kept?.text === text ? kept : { key: null, waiting: [], isByKey: false }
  const at = options.findIndex((option) => option.key === key)
  const after = (moves: readonly Move[]) =>
    options[moves.reduce((from, move) => placeAfter(from, move, options.length), at)]
  return {
    chosen: isEarlier && waiting.length > 0 ? undefined : after(waiting),
    isByKey,
    move: (move: Move) => {
      const moves = [...waiting, move]
      if (isEarlier) setChoice({ text, key, waiting: moves, isByKey: true })
      else setChoice({ text, key: after(moves)?.key ?? null, waiting: [], isByKey: true })
    },
    point: (option: SearchOption) => setChoice({ text, key: option.key, waiting: [], isByKey: false }),
  }
}

const Offered = (props: OfferedProps) => {
  const { ref, listId, text, sections, isSearching = false, isEarlier = false, onText, onHighlight, onOpen } = props
  const options = sections.flatMap((section) => section.options)
  const { chosen, isByKey, move, point } = useChoice(text, options, isEarlier)
  const idOf = (option: SearchOption) => `${listId}-${options.indexOf(option)}`
  const chosenId = chosen ? idOf(chosen) : null
  const hasOptions = options.length > 0
  useEffect(() => onHighlight(chosenId, hasOptions), [chosenId, hasOptions, onHighlight])
  useEffect(() => () => onHighlight(null, false), [onHighlight])

  const isFirst = chosen === options[0]
  useEffect(() => {
    if (chosenId === null || !isByKey) return
    if (isFirst) document.getElementById(listId)?.scrollTo({ top: 0 })
    else document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId, isByKey, isFirst, listId])
  useImperativeHandle(ref, () => ({
    press: (event) => {
      const acts: Partial<Record<string, () => void>> = {
        ArrowDown: () => move(1),
        ArrowUp: () => move(-1),
        ...(chosenId !== null && { Enter: () => document.getElementById(chosenId)?.click() }),
      }
      const act = event.nativeEvent.isComposing ? undefined : acts[event.key]
      if (!act) return false
      event.preventDefault()
      act()
      return true
    },
  }))

  return (
    <>
      {hasOptions && (
        <div
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          aria-busy={isSearching}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
        >
          {sections.map((section) => (
            <Section key={section.label} label={section.label}>
              {section.options.map((option) => (
                <Option
                  key={option.key}
                  id={idOf(option)}
                  option={option}
                  isChosen={option === chosen}
                  onPoint={() => point(option)}
                  onText={onText}
                  onOpen={onOpen}
                />
              ))}
            </Section>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {!isSearching && `${plural(options.length, 'suggestion')}.`}
      </p>
    </>
  )
}

const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorState
    title={connectionFailure(error) ? 'You seem to be offline' : 'The search did not answer'}
    description="Your text stays here. The search is repeated when the store can be reached again."
    error={error}
    onRetry={onRetry}
  />
)

const Nothing = ({ text }: { text: string }) => (
  <div role="status">
    <EmptyState
      icon={<SearchX />}
      title={`No mod matches “${text}”`}
      description="Try fewer or shorter words, such as a make or a kind of car."
    />
  </div>
)

const Loading = () => (
  <div role="status" aria-label="Searching" className="flex flex-col gap-3 p-4">
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-10 w-full" />
    ))}
  </div>
)

const Section = ({ label, children }: { label: string; children: React.ReactNode }) => {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="mb-2">
      <div id={id} className="px-2.5 py-1 text-caption font-medium text-muted">
        {label}
      </div>
      {children}
    </div>
  )
}

interface OptionProps {
  id: string
  option: SearchOption
  isChosen: boolean
  onPoint: () => void
  onText: (text: string) => void
  onOpen: () => void
}

const Option = ({ id, option: { face, to, text }, isChosen, onPoint, onText, onOpen }: OptionProps) => {
  const shared = {
    id,
    role: 'option',
    'aria-selected': isChosen,
    // The focus stays in the search field.
    tabIndex: -1,
    onPointerMove: isChosen ? undefined : onPoint,
    className: cx(
      'flex min-h-11 w-full items-center gap-3 rounded-md px-2.5 py-1.5 text-start text-ui [&_svg]:size-[18px]',
      isChosen && 'bg-raised',
    ),
  } as const
  if (to === undefined) {
    return (
      <button type="button" {...shared} onClick={() => onText(text ?? '')}>
        {face}
      </button>
    )
  }
  return (
    <Link
      {...shared}
      to={to}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen()
      }}
    >
      {face}
    </Link>
  )
}
