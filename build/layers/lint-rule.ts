// The linter's plugin: every import of every file is looked up in the table of layers.
import { relative } from 'node:path';
import { whyRefused } from './why-refused.ts';

interface Context {
  readonly filename: string;
  report(problem: { readonly node: unknown; readonly message: string }): void;
}

interface Importing {
  readonly source: { readonly value?: unknown } | null;
}

const imports = {
  create(context: Context) {
    const path = relative(process.cwd(), context.filename).replaceAll('\\', '/');
    const check = (node: Importing) => {
      const request = node.source?.value;
      const message = typeof request === 'string' ? whyRefused(path, request) : null;
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      TSImportType: check,
    };
  },
};

const plugin = { meta: { name: 'layers' }, rules: { imports } };
export default plugin;
