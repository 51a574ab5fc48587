/** What helps to answer a message of this category. */
export const hintFor = (category: string, gameName: string) =>
  category === 'mod'
    ? `Say what you did and what happened. The log helps most: open the ${gameName} user folder from the launcher, and add the newest file that ends with .log.`
    : undefined
