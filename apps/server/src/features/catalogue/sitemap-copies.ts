/** The name of a cached sitemap file. It contains the store's address, because the file does. */
export const sitemapCopy = (file: string, publicUrl: string) => `${file} ${publicUrl}`
