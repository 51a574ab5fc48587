import { draftOf, type TypedMod } from './typed-mod.ts'

/** The names of the fields in the bar below the form. */
const NAMES: Record<keyof TypedMod, string> = {
  title: 'title',
  make: 'make',
  description: 'short description',
  about: 'story',
  categoryId: 'category',
  tags: 'tags',
  requirements: 'requirements',
  videoUrl: 'video',
  price: 'price',
  hasSale: 'sale',
  salePrice: 'sale',
  saleStartsAt: 'sale',
  saleEndsAt: 'sale',
  includedWithPremium: 'Premium',
  configurations: 'configurations',
  relatedIds: 'related mods',
}

/** The names of the fields that differ from the saved mod. */
export const unsavedFields = (typed: TypedMod, saved: TypedMod) => {
  if (typed === saved) return []
  const [now, before] = [draftOf(typed), draftOf(saved)]
  const changed = (Object.keys(NAMES) as (keyof TypedMod)[]).filter(
    (field) => JSON.stringify(now[field]) !== JSON.stringify(before[field]),
  )
  return [...new Set(changed.map((field) => NAMES[field]))]
}
