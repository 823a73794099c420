-- Neovim with its own client: writes down what it was told, and what it did with it.
local python, folder, out = vim.env.PYTHON, vim.env.FOLDER, vim.env.OUT
local done = {}

vim.cmd("edit " .. folder .. "/pond.rules")
local id = vim.lsp.start_client({ name = "rulewright", cmd = { python, "-m", "rulewright", "lsp" }, root_dir = folder })
vim.lsp.buf_attach_client(0, id)
local client = vim.lsp.get_client_by_id(id)
vim.wait(10000, function() return client.initialized end, 10)

local function find(words)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(words, 1, true)
    if start then return number, start - 1, line end
  end
end

local function told()
  return vim.tbl_map(function(one) return { one.lnum, one.col, one.code or one.user_data.lsp.code } end, vim.diagnostic.get(0))
end

local function ask(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, client.offset_encoding), more or {})
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  return answers and answers[id] and answers[id].result
end

-- A name that nobody knows, and taken back.
local number, column, line = find("        dive frog")
vim.api.nvim_buf_set_lines(0, number - 1, number, false, { "        dvie frog" })
vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 10)
done.wrong = told()
vim.api.nvim_buf_set_lines(0, number - 1, number, false, { line })
vim.wait(10000, function() return #vim.diagnostic.get(0) == 0 end, 10)
done.right = told()

vim.api.nvim_win_set_cursor(0, { number, 9 })
done.hover = ask("textDocument/hover").contents.value
done.definition = ask("textDocument/definition")[1].range.start.line
local edit = ask("textDocument/rename", { newName = "hop" })
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
done.renamed = { (find("to hop frog in frogs")), (find("        hop frog")) }
vim.cmd("wall")

vim.fn.writefile({ vim.fn.json_encode(done) }, out)
vim.lsp.stop_client(id)
vim.cmd("qall!")
