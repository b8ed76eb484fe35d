import type { Schema } from './wire/reader';

/* The document as a page, for browsers outside production. It has no script. */

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h2 { margin-top: 2.5rem; text-transform: capitalize }
summary { cursor: pointer; padding: .3rem 0 } summary code { font-weight: 600 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid #ddd }
pre { background: #f4f4f4; padding: .8rem; overflow: auto } details details { margin-left: 1rem }`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (value: unknown) => String(value).replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** A part of the document that is an object; empty where it is absent. */
const inside = (value: unknown): Schema => (typeof value === 'object' && value !== null ? { ...value } : {});
const all = (value: unknown): Schema[] => (Array.isArray(value) ? value.map(inside) : []);

/** A whole page of the OpenAPI document. */
export function docsPage(document: Schema): string {
  const { title, description } = inside(document.info);
  const operations = Object.entries(inside(document.paths)).flatMap(([path, item]) =>
    Object.entries(inside(item)).map(([method, one]) => ({ path, method, operation: inside(one) })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => String([operation.tags].flat()[0]));
  const sections = Array.from(groups, ([tag, group]) => {
    const calls = group.map(({ path, method, operation }) => operationHtml(path, method, operation));
    return `<section><h2>${escaped(tag)}</h2>${calls.join('')}</section>`;
  });
  const components = inside(document.components);
  const paragraphs = String(description)
    .split('\n\n')
    .map((text) => `<p>${escaped(text)}</p>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1><p><a href="/api/openapi.json">openapi.json</a></p>${paragraphs.join('')}${sections.join('')}
<section><h2>Errors</h2>${responsesHtml(inside(components.responses))}</section>
<section><h2>Schemas</h2>${Object.entries(inside(components.schemas)).map(schemaHtml).join('')}</section></body></html>`;
}

function operationHtml(path: string, method: string, operation: Schema): string {
  const parameters = all(operation.parameters).map(({ name, in: place, required, description, schema }) => [
    `<code>${escaped(name)}</code>`,
    escaped(place),
    typeHtml(inside(schema)),
    required ? 'required' : '',
    escaped(description ?? ''),
  ]);
  const bodies = Object.entries(inside(inside(operation.requestBody).content)).map(([type, body]) => [
    escaped(type),
    typeHtml(inside(inside(body).schema)),
  ]);
  return `<details><summary><code>${method.toUpperCase()} /api${escaped(path)}</code> ${escaped(operation.description)}</summary>
${parameters.length ? `<h3>Parameters</h3>${tableHtml(parameters)}` : ''}${bodies.length ? `<h3>Body</h3>${tableHtml(bodies)}` : ''}
<h3>Answers</h3>${responsesHtml(inside(operation.responses))}${exampleHtml(path, method, operation)}</details>`;
}

/** The request as text, and the body of its answer. */
function exampleHtml(path: string, method: string, operation: Schema): string {
  const given = all(operation.parameters).filter(({ example }) => example !== undefined);
  const query = new URLSearchParams();
  for (const one of given) if (one.in === 'query') query.set(String(one.name), String(one.example));
  const id = given.find((one) => one.in === 'path')?.example;
  const called = `${path.replace('{id}', String(id))}${query.size ? `?${query}` : ''}`;
  const jsonIn = (value: unknown) => inside(inside(inside(value).content)['application/json']).example;
  const body = jsonIn(operation.requestBody);
  const [status, answer] = Object.entries(inside(operation.responses)).find(([, one]) => jsonIn(one)) ?? ['204'];
  const texts = [`${method.toUpperCase()} /api${called}`, body, Number(status), jsonIn(answer)]
    .filter((part) => part !== undefined)
    .map((part) => (typeof part === 'object' ? JSON.stringify(part, null, 2) : String(part)));
  return `<details><summary>Example</summary><pre>${escaped(texts.join('\n'))}</pre></details>`;
}

const tableHtml = (rows: string[][]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;

const responsesHtml = (responses: Schema) =>
  tableHtml(
    Object.entries(responses).map(([status, response]) => {
      const { $ref, description, content } = inside(response);
      const types = Object.entries(inside(content)).map(
        ([type, body]) => `${escaped(type)}: ${typeHtml(inside(inside(body).schema))}`,
      );
      return [
        escaped(status),
        escaped(description ?? `see Errors, ${String($ref).split('/').at(-1)}`),
        types.join('<br>'),
      ];
    }),
  );

const schemaHtml = ([name, schema]: [string, unknown]) =>
  `<details id="${escaped(name)}"><summary><code>${escaped(name)}</code></summary><pre>${linked(JSON.stringify(schema, null, 2))}</pre></details>`;

const typeHtml = (schema: Schema) => `<code>${linked(JSON.stringify(schema))}</code>`;

/** References lead to their schemas. */
const linked = (json: string) =>
  escaped(json).replace(
    /\{\s*&quot;\$ref&quot;:\s*&quot;#\/components\/schemas\/(\w+)&quot;\s*\}/g,
    '<a href="#$1">$1</a>',
  );
