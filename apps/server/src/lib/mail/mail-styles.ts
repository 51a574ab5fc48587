import { THEME_COLORS } from '@slipstream/contract/accent'
import { html } from './html.ts'
import type { Sender } from './letter.ts'

/**
 * The light colors of the store's pages (apps/web/app/styles/tokens.css), written out because mail programs do not
 * support variables.
 */
const INK = '#14171d'
const MUTED = '#585c66'
const BORDER = '#dee0e4'
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

export const STYLE = {
  page: `${FONT}margin:0;padding:0;background-color:#f9fafb;`,
  hidden: 'display:none;max-height:0;overflow:hidden;mso-hide:all;',
  logo: 'display:inline-block;width:28px;height:28px;border:0;border-radius:8px;vertical-align:middle;',
  mark: `${FONT}display:inline-block;width:28px;height:28px;line-height:28px;border-radius:8px;color:#fefbf8;font-size:16px;font-weight:900;font-style:italic;text-align:center;letter-spacing:-1px;`,
  storeName: `${FONT}color:${INK};font-size:17px;line-height:28px;font-weight:700;padding-left:10px;`,
  card: `background-color:#ffffff;border:1px solid ${BORDER};border-radius:12px;overflow:hidden;`,
  picture: `${FONT}display:block;width:100%;max-width:600px;height:auto;border:0;color:${INK};font-size:16px;`,
  heading: `${FONT}margin:0 0 16px;color:${INK};font-size:24px;line-height:30px;font-weight:700;overflow-wrap:anywhere;`,
  text: `${FONT}margin:0 0 16px;color:${INK};font-size:16px;line-height:25px;overflow-wrap:anywhere;`,
  list: `${FONT}margin:0 0 18px;padding:0 0 0 20px;color:${INK};font-size:16px;line-height:24px;overflow-wrap:anywhere;`,
  cell: `${FONT}min-width:96px;padding:10px 12px 10px 0;border-bottom:1px solid ${BORDER};color:${INK};font-size:16px;line-height:24px;overflow-wrap:anywhere;`,
  value: `${FONT}padding:10px 0;border-bottom:1px solid ${BORDER};color:${INK};font-size:16px;line-height:24px;`,
  total: `${FONT}padding:14px 0 0;color:${INK};font-size:18px;line-height:26px;font-weight:700;`,
  thumbnail: 'vertical-align:middle;margin:0 12px 0 0;border:0;border-radius:6px;object-fit:cover;',
  buttonCell: 'border-radius:10px;',
  button: `${FONT}display:inline-block;padding:13px 26px;color:#fefbf8;font-size:16px;line-height:22px;font-weight:600;text-decoration:none;`,
  quoteTitle: `${FONT}margin:0 0 8px;color:${INK};font-size:14px;line-height:21px;font-weight:600;overflow-wrap:anywhere;`,
  quote: `padding:0 0 0 14px;border-left:3px solid ${BORDER};`,
  quoteText: `${FONT}margin:0 0 8px;color:${MUTED};font-size:14px;line-height:21px;overflow-wrap:anywhere;`,
  footer: `${FONT}padding:20px 4px 0;color:${MUTED};font-size:13px;line-height:20px;overflow-wrap:anywhere;`,
  footerLink: `${FONT}color:${MUTED};text-decoration:underline;`,
}

/** The store's accent in both themes. */
export const accentsOf = ({ accentLight, accentDark }: Sender) => ({
  light: accentLight || THEME_COLORS.light.accent,
  dark: accentDark || THEME_COLORS.dark.accent,
})

export const darkMode = (sender: Sender) => html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #090a0e !important; }
  .card { background-color: #111317 !important; border-color: #272a30 !important; }
  .ink { color: #f2f3f6 !important; }
  .muted { color: #a5a9b2 !important; }
  .line { border-color: #272a30 !important; }
  .quote { border-color: #3a3e46 !important; }
  .mark, .button { background-color: ${accentsOf(sender).dark} !important; color: #1c0b03 !important; }
  .button-text { color: #1c0b03 !important; }
}
@media (max-width: 480px) {
  .gutter { padding: 20px 12px !important; }
  .inner { padding: 24px 20px !important; }
  .wide { width: 100% !important; }
  .wide a { display: block !important; }
}
</style>`
