import type { LocalKey, TabKey } from '@slipstream/contract/browser-storage'
import type { EarlyEvents } from './replay-early-events.ts'

declare global {
  interface Window {
    earlyEvents?: EarlyEvents
    /** The text typed between opening the search and the rendering of its field. */
    typedSearch?: string
  }
}

const KEY = 'letter_keys' satisfies LocalKey
const AFTER_DISCORD = 'after_discord' satisfies TabKey

/** Loads the replay code once an event is queued: most visitors never need it. */
export const awaitEarlyEvents = (queue = window.earlyEvents) => {
  if (!queue) return
  queue.wake = () => {
    delete queue.wake
    void import('./replay-early-events.ts').then(({ replayEarlyEvents }) => replayEarlyEvents(queue))
  }
  if (queue.length > 0) queue.wake()
}

/**
 * Runs in the head. Queues clicks on controls and form submits that happen before React hydrates them, in order and
 * once each, marks the control as pending, and remembers typed text. Links and GET forms work without scripts and are
 * left alone. React marks hydrated nodes with a `__reactProps$` property; there is no public API.
 * A link with data-next leaves for Discord: the tab remembers where to continue, hydrated or not.
 * The key `/` outside of a field clicks the search control, also after hydration: text typed before the search has
 * loaded its field must be kept in either case, and Enter then opens the list of results.
 */
export const earlyScript = `(function(){var q=window.earlyEvents=[];
function alive(n){return Object.keys(n).some(function(k){return k.startsWith('__reactProps$')})}
function find(n,k){return q.find(function(r){return r.node===n&&r.kind===k})}
function add(r){q.push(r);if(q.wake)q.wake()}
function keep(e,k,n,b){if(q.isOver||alive(n))return;e.preventDefault();e.stopImmediatePropagation();if(find(n,k))return;
(b||n).setAttribute('data-pending','');(b||n).setAttribute('aria-busy','true');add({kind:k,node:n,submitter:b})}
addEventListener('click',function(e){var t=e.target.closest&&e.target.closest('a[href],button,input,label,select,textarea,summary,[role=button]');
if(t&&t.tagName==='LABEL')t=t.control;
if(t&&t.dataset.next)try{sessionStorage.setItem('${AFTER_DISCORD}',t.dataset.next)}catch(x){}
if(!t||e.button||!/^(BUTTON|INPUT|DIV|SPAN|LI)$/.test(t.tagName))return;
if(t.tagName==='INPUT'&&!/^(radio|checkbox)$/.test(t.type)||t.type==='submit'&&t.form)return;keep(e,'click',t)},true);
addEventListener('submit',function(e){if(e.target.method==='post')keep(e,'submit',e.target,e.submitter)},true);
addEventListener('input',function(e){var t=e.target,r=find(t,'input');if(r)r.value=t.value;
else if(!q.isOver&&'value'in t&&!/^(radio|checkbox|file)$/.test(t.type)&&!alive(t))add({kind:'input',node:t,value:t.value})},true);
addEventListener('keydown',function(e){var t=e.target,s=window.typedSearch,k=e.key,c,o;
if(e.ctrlKey||e.metaKey||e.altKey||e.isComposing||t.isContentEditable||/^(INPUT|TEXTAREA|SELECT)$/.test(t.tagName))return;
if(s!=null){if(k.length===1)s+=k;else if(k==='Backspace')s=s.slice(0,-1);
else if(k==='Enter'&&s.trim())location.assign('/mods?'+new URLSearchParams({q:s}));else return;window.typedSearch=s;return e.preventDefault()}
if(k!=='/'||document.querySelector('[role=dialog],[role=alertdialog],[role=menu]'))return;
try{o=localStorage.getItem('${KEY}')}catch(x){}
c=document.querySelector('[data-search]');if(o==='off'||!c)return;
e.preventDefault();window.typedSearch='';if(alive(c))c.click();else add({kind:'click',node:c})},true)})()`
