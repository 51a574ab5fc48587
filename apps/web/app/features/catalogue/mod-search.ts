import { LONGEST_SEARCH, MOD_SORTS, type ModSort } from '@slipstream/contract/catalogue'
import { DRIVETRAINS, type Drivetrain, POWER_BANDS, type PowerBand } from '@slipstream/contract/spec-sheet'

/** A search in the mod list. All of it is in the URL, so that a link can be shared. */
export interface ModSearch {
  q: string
  /** '' means every category. */
  category: string
  tags: string[]
  drivetrain: Drivetrain[]
  body: string[]
  power: PowerBand[]
  /** Whole dollars. */
  minPrice: number | null
  maxPrice: number | null
  premium: boolean
  sale: boolean
  /** Only mods that work with this version of the game; '' for all. */
  gameVersion: string
  /** Null is the default order: best match with a search text, else most popular. */
  sort: ModSort | null
}

export const EVERYTHING: ModSearch = {
  q: '',
  category: '',
  tags: [],
  drivetrain: [],
  body: [],
  power: [],
  minPrice: null,
  maxPrice: null,
  premium: false,
  sale: false,
  gameVersion: '',
  sort: null,
}

/** Every query parameter of the list. */
export const SEARCH_FIELDS = [...Object.keys(EVERYTHING), 'after', 'compare']

/** The same limits as the API, so that no invalid request is sent. */
const LONGEST_WORD = 60
const MOST_WORDS = 20
const HIGHEST_PRICE = 100_000
const LONGEST_PLACE = 200

const POWER_KEYS = POWER_BANDS.map(({ key }) => key)

const oneOf = <T extends string>(known: readonly T[], text: string | null) => known.find((each) => each === text)

const wordsIn = (params: URLSearchParams, name: string) => {
  // A form without scripts repeats a field; a link has it once with commas.
  const words = params.getAll(name).flatMap((text) => text.split(','))
  const usable = words.map((word) => word.trim()).filter((word) => word !== '' && word.length <= LONGEST_WORD)
  return [...new Set(usable)].sort().slice(0, MOST_WORDS)
}

const knownIn = <T extends string>(params: URLSearchParams, name: string, known: readonly T[]) => {
  const asked = wordsIn(params, name)
  return known.filter((each) => asked.includes(each)).sort()
}

const dollarsIn = (params: URLSearchParams, name: string) => {
  const text = params.get(name)?.trim() ?? ''
  return /^\d{1,6}$/.test(text) && Number(text) <= HIGHEST_PRICE ? Number(text) : null
}

const gameVersionIn = (params: URLSearchParams) => {
  const text = params.get('gameVersion') ?? ''
  return text.length <= LONGEST_WORD && /^\d+(\.\d+){0,3}$/.test(text) ? text : ''
}

/** Parses the URL and ignores invalid values: a mistyped link still shows mods. */
export const readSearch = (params: URLSearchParams): ModSearch => {
  const q = (params.get('q') ?? '').trim().slice(0, LONGEST_SEARCH).trim()
  const category = (params.get('category') ?? '').trim()
  const sort = oneOf(MOD_SORTS, params.get('sort')) ?? null
  const [low, high] = [dollarsIn(params, 'minPrice'), dollarsIn(params, 'maxPrice')]
  const areSwapped = low !== null && high !== null && low > high
  return {
    q,
    category: category.length <= LONGEST_WORD ? category : '',
    tags: wordsIn(params, 'tags'),
    drivetrain: knownIn(params, 'drivetrain', DRIVETRAINS),
    body: wordsIn(params, 'body'),
    power: knownIn(params, 'power', POWER_KEYS),
    minPrice: areSwapped ? high : low,
    maxPrice: areSwapped ? low : high,
    premium: params.get('premium') === 'true',
    sale: params.get('sale') === 'true',
    gameVersion: gameVersionIn(params),
    sort: sort === 'popular' && q === '' ? null : sort,
  }
}

/** The cursor of a page other than the first, from an API response. */
export const readCursor = (params: URLSearchParams) => {
  const place = params.get('after') ?? ''
  return place.length <= LONGEST_PLACE ? place : ''
}

const listed = (words: readonly string[]) => (words.length > 0 ? words.join(',') : undefined)
const flag = (isOn: boolean) => (isOn ? ('true' as const) : undefined)
const nothing = <T>(object: Partial<Record<string, T>>) => Object.values(object).every((value) => value === undefined)

/** The filters as parameters, the same for URL and API; unset ones are undefined. */
export const filtersOf = (search: ModSearch) => ({
  q: search.q || undefined,
  category: search.category || undefined,
  tags: listed(search.tags),
  drivetrain: listed(search.drivetrain),
  body: listed(search.body),
  power: listed(search.power),
  minPrice: search.minPrice ?? undefined,
  maxPrice: search.maxPrice ?? undefined,
  premium: flag(search.premium),
  sale: flag(search.sale),
  gameVersion: search.gameVersion || undefined,
})

/** The URL of the list for this search. */
export const listAddress = (search: ModSearch, after?: string): '/mods' | `/mods?${string}` => {
  const said = { ...filtersOf(search), sort: search.sort ?? undefined, after: after || undefined }
  if (nothing<string | number>(said)) return '/mods'
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(said)) if (value !== undefined) params.set(name, String(value))
  // A comma is allowed unescaped in a query and is easier to read.
  return `/mods?${params.toString().replaceAll('%2C', ',')}`
}

/** The URL of the same list without filters; search text, category and order stay. */
export const unfilteredAddress = ({ q, category, sort }: ModSearch) => listAddress({ ...EVERYTHING, q, category, sort })

/** Toggles a value in a list. */
export const toggled = <T extends string>(words: readonly T[], word: T): T[] =>
  words.includes(word) ? words.filter((each) => each !== word) : [...words, word].sort()
