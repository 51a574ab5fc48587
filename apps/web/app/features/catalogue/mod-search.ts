import { MOD_SORTS, type ModSort } from '@slipstream/contract/catalogue'
import { DRIVETRAINS, type Drivetrain, POWER_BANDS, type PowerBand } from '@slipstream/contract/spec-sheet'

/** What somebody looks for in the list. All of it is in the page's address, so that a link can be shared. */
export interface ModSearch {
  q: string
  /** '' is every category. */
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
  /** Null is the store's own order: the best match where something is searched for, else the most popular. */
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
  sort: null,
}

/** Every field of the list's address. */
export const SEARCH_FIELDS = [...Object.keys(EVERYTHING), 'after']

/** The same as the API allows; what it would refuse is not asked for. */
const LONGEST_QUESTION = 80
const LONGEST_WORD = 60
const MOST_WORDS = 20
const HIGHEST_PRICE = 100_000
const LONGEST_PLACE = 200

const POWER_KEYS = POWER_BANDS.map(({ key }) => key)

const oneOf = <T extends string>(known: readonly T[], text: string | null) => known.find((each) => each === text)

const wordsIn = (params: URLSearchParams, name: string) => {
  // A form without scripts says a field several times, a link says it once with commas.
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

/** What an address asks for. What it says wrongly is dropped: a mistyped link still shows mods. */
export const readSearch = (params: URLSearchParams): ModSearch => {
  const q = (params.get('q') ?? '').trim().slice(0, LONGEST_QUESTION).trim()
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
    sort: sort === 'popular' && q === '' ? null : sort,
  }
}

/** Where a page of the list begins that is not the first; from an answer of the API. */
export const readPlace = (params: URLSearchParams) => {
  const place = params.get('after') ?? ''
  return place.length <= LONGEST_PLACE ? place : ''
}

const listed = (words: readonly string[]) => (words.length > 0 ? words.join(',') : undefined)
const flag = (isOn: boolean) => (isOn ? ('true' as const) : undefined)
const nothing = <T>(object: Partial<Record<string, T>>) => Object.values(object).every((value) => value === undefined)

/** The filters in the words of the address and of the API, which are the same; what is not set is undefined. */
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
})

/** The address of the list that shows this. */
export const listAddress = (search: ModSearch, after?: string): '/mods' | `/mods?${string}` => {
  const said = { ...filtersOf(search), sort: search.sort ?? undefined, after: after || undefined }
  if (nothing<string | number>(said)) return '/mods'
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(said)) if (value !== undefined) params.set(name, String(value))
  // A comma may stand in an address as it is, and is easier to read.
  return `/mods?${params.toString().replaceAll('%2C', ',')}`
}

/** The address of the same list without its filters; the words, the category and the order stay. */
export const unfilteredAddress = ({ q, category, sort }: ModSearch) => listAddress({ ...EVERYTHING, q, category, sort })

/** Adds a word that is missing and takes away one that is there. */
export const toggled = <T extends string>(words: readonly T[], word: T): T[] =>
  words.includes(word) ? words.filter((each) => each !== word) : [...words, word].sort()
