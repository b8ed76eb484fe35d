/**
 * A codegen plugin: `useXQuery`, `useXLazyQuery` and `useXMutation` over the typed documents of the same file.
 * (`typescript-react-apollo` 5.0 does not compile against Apollo Client 4.) CommonJS, because the codegen CLI loads it itself.
 */
module.exports.plugin = (_schema, documents) => {
  const operations = documents.flatMap(({ document }) =>
    document.definitions.filter((definition) => definition.kind === 'OperationDefinition'),
  );
  const used = new Set();
  const hook = (maker, name, document) => {
    used.add(maker);
    return `export const use${name} = ${maker}(${document}Document);`;
  };
  const content = operations.flatMap(({ operation, name: { value: name } }) =>
    operation === 'mutation'
      ? [hook('mutationHook', `${name}Mutation`, name)]
      : [hook('queryHook', `${name}Query`, name), hook('lazyQueryHook', `${name}LazyQuery`, name)],
  );
  return { prepend: [`import { ${[...used].sort().join(', ')} } from '../hooks';`], content: content.join('\n') };
};
