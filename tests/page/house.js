/** Lets Node find the modules of the house under the name that games import them by, as the page's import map does. */
import { register } from 'node:module';

const JS = new URL('../../src/stolik/web/static/js/', import.meta.url).href;

const hook = `export const resolve = (name, context, next) =>
  next(name.startsWith('stolik/') ? ${JSON.stringify(JS)} + name.slice(7) : name, context);`;

register(`data:text/javascript,${encodeURIComponent(hook)}`);
