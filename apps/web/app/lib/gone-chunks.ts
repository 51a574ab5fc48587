import type { TabKey } from '@slipstream/contract/browser-storage'

/** The release that this tab has already reloaded for. */
const KEY = 'reloaded_for' satisfies TabKey

/** What the bundler dispatches when a dynamic import fails. */
export const CHUNK_FAILED = 'vite:preloadError'

/** A small file that answers without the database. */
export const PROBE = '/icon.svg'

/**
 * Runs in the head. A release removes the files of the previous one, so a page that is still open cannot load its
 * remaining chunks. It reloads once per release, but not without a connection and not while a field has the focus.
 */
export const goneChunksScript = `addEventListener('${CHUNK_FAILED}',function(){
fetch('${PROBE}',{method:'HEAD',cache:'no-store'}).then(function(){var v=String((window.__reactRouterManifest||{}).version);
if(/^(INPUT|TEXTAREA|SELECT)$/.test((document.activeElement||{}).tagName)||sessionStorage.getItem('${KEY}')===v)return;
sessionStorage.setItem('${KEY}',v);location.reload()}).catch(function(){})})`
