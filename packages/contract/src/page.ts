import * as z from 'zod/mini'

/** A page of a list. `next` is the cursor of the following page, null on the last one. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) })
