/** A page of the documentation, as the server has it. */
import { leads } from '../docs.js';
import { h, link } from '../dom.js';
import { spoken, t } from '../i18n.js';
import { markdown } from '../markdown.js';
import { addresses } from '../router.js';

class DocsPage extends HTMLElement {
  async connectedCallback() {
    const name = this.getAttribute('name');
    const text = h('article', { class: 'paper guide docs' }, h('p', { class: 'empty' }, t('loading')));
    this.replaceChildren(h('p', { class: 'docs-home' }, link(t('docs.title'), addresses.docs('index')), ' · ', link(t('how.api'), '/api/docs', { target: '_blank' })), text);
    const answer = await fetch(`/static/docs/${encodeURIComponent(name)}.${spoken()}.md`).catch(() => null);
    if (!answer?.ok) {
      text.replaceChildren(h('h1', {}, t('docs.title')), h('p', {}, t(answer ? 'docs.missing' : 'problem.unreachable')));
      return;
    }
    const elements = markdown(await answer.text(), leads);
    // What is not written in the reader's language comes in English.
    text.lang = answer.headers.get('Content-Language') ?? 'en';
    text.replaceChildren(...elements);
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }
}

customElements.define('docs-page', DocsPage);

export const show = ({ name = 'index' }) => ({ title: t('docs.title'), element: h('docs-page', { name }) });
